/** A new buyer, and one who forgot the password, return to their course by every link of the login pages. */
import type { Page } from "@playwright/test";
import { m } from "#messages";
import { newPerson } from "#test/http/client.ts";
import { field, fill } from "./support/buying.ts";
import { expect, test } from "./support/test.ts";
import { ready, selectViewports, type Visitor } from "./support/visitor.ts";

const course = "/courses/patient-safety-essentials";
const password = "three own words";

const submit = (page: Page) => page.locator("main form button[type=submit]").click();
const expectHeading = (page: Page, name: string) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
/** Returns the path that the page's address requests after a login. */
const readRedirect = (page: Page) => new URL(page.url()).searchParams.get("redirect");

/** Opens the course and clicks its Register button, which leads to Login. */
async function clickRegister(visitor: Visitor): Promise<void> {
  const { page, locale } = visitor;
  await visitor.open(course);
  await page
    .getByRole("main")
    .getByRole("button", { name: m.catalogue_register({}, { locale }), exact: true })
    .first()
    .click();
  await page.waitForURL(/\/login\?/);
  await expect(
    page.getByText(
      m
        .accounts_login_first_course({ course: "" }, { locale })
        .replace(/[“«].*$/s, "")
        .trim(),
    ),
  ).toBeVisible();
}

/** Sends the form of Login, and expects to be back at the course. */
async function logInToCourse(visitor: Visitor, email: string, newPassword: string): Promise<void> {
  const { page } = visitor;
  await fill(visitor, "email", email);
  await fill(visitor, "password", newPassword);
  await submit(page);
  await expectCourse(visitor);
}

/** Expects the course page with its modal open. */
async function expectCourse(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.waitForURL(visitor.url(course));
  await expect(page.getByRole("dialog")).toBeVisible();
}

for (const viewport of selectViewports("ar"))
  test.describe(`on the way to a course (${viewport.locale}, ${viewport.width} px)`, () => {
    const { locale } = viewport;
    const t = { locale };
    const redirectPath = `${locale === "ar" ? "/ar" : ""}${course}#register`;

    /** Fills and sends the form of a new account. */
    async function createAccount(visitor: Visitor): Promise<void> {
      const { page } = visitor;
      await expectHeading(page, m.accounts_register_heading({}, t));
      for (const [name, value] of Object.entries({
        name: "Sara Nasser",
        email: `new-${crypto.randomUUID()}@example.com`,
        contact_number: "0500000001",
        profession: "Nurse",
        password,
        password_confirmation: password,
      }))
        await fill(visitor, name, value);
      await page.getByRole("checkbox").check();
      await submit(page);
    }

    test("A-01 after a registration without a course to book, Login says that the account is ready and leads to the courses", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      await visitor.open("/register");
      await createAccount(visitor);
      await page.waitForURL(/\/login\?.*registered/);
      await expect(page.getByText(m.accounts_registered_in({}, t))).toBeVisible();
      await visitor.checkPage("login after a registration");
      // The page also continues automatically, after a while.
      await page
        .getByRole("main")
        .getByRole("link", { name: m.accounts_signed_in_go({}, t), exact: true })
        .click();
      await page.waitForURL(visitor.url("/courses"));
    });

    test("F-21 a new buyer registers from the Register tab and reaches the checkout of the course", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      await clickRegister(visitor);
      const tab = (path: string) => page.locator("header").locator(`a[href*="${path}"]`);
      await tab("/register").click();
      await expectHeading(page, m.accounts_register_heading({}, t));
      expect(readRedirect(page)).toBe(redirectPath);
      // Goes to Login and back, by the tabs and by the links in the text.
      await tab("/login").click();
      await expectHeading(page, m.accounts_login_heading({}, t));
      await page
        .getByRole("main")
        .getByRole("link", { name: m.accounts_login_create({}, t) })
        .click();
      await expectHeading(page, m.accounts_register_heading({}, t));
      await page
        .getByRole("main")
        .getByRole("link", { name: m.common_action_login({}, t) })
        .click();
      await expectHeading(page, m.accounts_login_heading({}, t));
      await tab("/register").click();
      await createAccount(visitor);
      await page.waitForURL(visitor.url(course.replace("/courses/", "/checkout/")));
      await expect(field(visitor, "number")).toBeVisible();
    });

    test("F-21 someone who forgot the password sets a new one by mail, logs in and is back at the course", async ({
      visit,
      site,
    }) => {
      const person = await newPerson(site);
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      let link = new URL(site.url);
      const clickForgot = () => page.getByRole("link", { name: m.accounts_forgot({}, t) }).click();

      await test.step("asking for a new password and returning keeps the target", async () => {
        await clickRegister(visitor);
        await clickForgot();
        await expectHeading(page, m.accounts_forgot_heading({}, t));
        await page.getByRole("link", { name: m.accounts_forgot_back({}, t) }).click();
        await expectHeading(page, m.accounts_login_heading({}, t));
        expect(readRedirect(page)).toBe(redirectPath);
        await clickForgot();
        await expectHeading(page, m.accounts_forgot_heading({}, t));
        await fill(visitor, "email", person.email);
        await submit(page);
        await expect(page.getByText(m.accounts_forgot_sent({}, t))).toBeVisible();
      });

      await test.step("the mail leads to the form for a new password", async () => {
        const pattern = /https?:\/\/\S+\/reset-password-form\/[\w-]{43}\?redirect=\S+/;
        const findLink = async () =>
          pattern.exec(
            (await site.mails()).find(({ to, text }) => to === person.email && pattern.test(text))?.text ?? "",
          )?.[0];
        await expect.poll(findLink, { timeout: 10_000 }).toBeDefined();
        link = new URL((await findLink()) ?? "");
        expect([link.origin, link.searchParams.get("redirect")]).toEqual([site.url, redirectPath]);
        await page.goto(link.href);
        await ready(page);
        await expectHeading(page, m.accounts_reset_heading({}, t));
        await fill(visitor, "password", "four other own words");
        await fill(visitor, "password_confirmation", "four other own words");
        await submit(page);
        await expect(page.getByText(m.accounts_reset_done({}, t))).toBeVisible();
      });

      await test.step("logging in leads to the course", async () => {
        await page
          .getByRole("main")
          .getByRole("link", { name: m.common_action_login({}, t) })
          .click();
        await expectHeading(page, m.accounts_login_heading({}, t));
        await logInToCourse(visitor, person.email, "four other own words");
      });

      await test.step("a used link leads to another request with the same target", async () => {
        await page.evaluate(() => localStorage.clear());
        await page.goto(link.href);
        await ready(page);
        await expectHeading(page, m.accounts_reset_heading({}, t));
        await page.getByRole("link", { name: m.accounts_reset_again({}, t) }).click();
        await expectHeading(page, m.accounts_forgot_heading({}, t));
        expect(readRedirect(page)).toBe(redirectPath);
      });
    });
  });
