/** From a forgotten password, by a mailed link, to a new login. */
import { request } from "node:http";
import { m } from "#messages";
import { newPerson, post } from "#test/http/client.ts";
import type { TestSite } from "#test/site.ts";
import { field, fieldMessage, fill } from "./support/buying.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports, type Visitor } from "./support/visitor.ts";

const submitButton = ({ page }: Visitor) => page.locator("main form button[type=submit]");
const headerLinks = ({ page }: Visitor) =>
  page
    .locator("header")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => [link.getAttribute("href"), link.getAttribute("aria-current")]));

/** Waits for a mail with a link to `page`, and returns the link. */
async function linkFor(site: TestSite, email: string, page: string): Promise<string> {
  const pattern = new RegExp(`${site.url}(/ar)?/${page}/[\\w-]{43}`);
  const find = async () =>
    pattern.exec((await site.mails()).find(({ to, text }) => to === email && pattern.test(text))?.text ?? "")?.[0] ??
    "";
  await expect.poll(find, { timeout: 10_000 }).not.toBe("");
  return find();
}

for (const viewport of selectViewports("en"))
  test.describe(`a forgotten password (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };

    test("A-07 R-08 a buyer requests a new password, sets it by mail and logs in", async ({ visit, site }) => {
      const person = await newPerson(site);
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      const prefix = viewport.locale === "ar" ? "/ar" : "";
      const notice = page.getByRole("status").filter({ hasText: m.accounts_forgot_sent({}, t) });
      let link = "";

      await test.step("Login leads to the form, where no header tab is highlighted", async () => {
        await visitor.open("/login");
        await page.getByRole("link", { name: m.accounts_forgot({}, t) }).click();
        await expect(page.getByRole("heading", { level: 1, name: m.accounts_forgot_heading({}, t) })).toBeVisible();
        await expect
          .poll(() => headerLinks(visitor))
          .toEqual([
            [`${prefix}/login`, null],
            [`${prefix}/register`, null],
          ]);
        expect(await page.getAttribute('meta[name="robots"]', "content")).toBe("noindex");
        await visitor.checkPage("forgot password");
      });

      await test.step("every address gets the same message, with or without an account", async () => {
        visitor.allowStatus("/api/forget-password", 422);
        await submitButton(visitor).click();
        await expect(page.locator('[aria-invalid="true"]')).toBeVisible();
        expect(await fieldMessage(visitor, "email")).toBe(m.platform_field_required({}, t));
        await fill(visitor, "email", "not an address");
        await submitButton(visitor).click();
        await expect.poll(() => fieldMessage(visitor, "email")).toBe(m.platform_field_email({}, t));
        // An address without an account gets the same sentence, and no mail.
        await fill(visitor, "email", `nobody-${viewport.locale}-${viewport.width}@example.com`);
        await submitButton(visitor).click();
        await expect(notice).toBeVisible();
        await fill(visitor, "email", person.email);
        const response = page.waitForResponse("**/api/forget-password");
        await submitButton(visitor).click();
        await response;
        await expect(notice).toBeVisible();
        await visitor.checkPage("forgot password, sent");
      });

      await test.step("the mail goes only to an account, and its link opens the form", async () => {
        link = await linkFor(site, person.email, "reset-password-form");
        expect(link.startsWith(`${site.url}${prefix}/reset-password-form/`)).toBe(true);
        expect((await site.mails()).filter(({ to }) => to.startsWith("nobody-"))).toEqual([]);
        await visitor.open(new URL(link).pathname);
        await expect
          .poll(() => headerLinks(visitor))
          .toEqual([
            [`${prefix}/login`, null],
            [`${prefix}/register`, null],
          ]);
        expect(await page.content()).not.toContain(link);
        await visitor.checkPage("new password");
      });

      await test.step("a new password is rejected when its confirmation differs, then saved", async () => {
        visitor.allowStatus("/api/reset-password", 422);
        await fill(visitor, "password", "four other own words");
        await fill(visitor, "password_confirmation", "four other words");
        await submitButton(visitor).click();
        await expect(page.locator('[aria-invalid="true"]')).toBeVisible();
        expect([await fieldMessage(visitor, "password"), await fieldMessage(visitor, "password_confirmation")]).toEqual(
          [null, m.accounts_password_mismatch({}, t)],
        );
        await expect(field(visitor, "password")).toHaveValue("four other own words");
        await visitor.checkPage("new password with an error");
        await fill(visitor, "password_confirmation", "four other own words");
        await submitButton(visitor).click();
        await expect(page.getByRole("status").filter({ hasText: m.accounts_reset_done({}, t) })).toBeVisible();
        await visitor.checkPage("new password, done");
        expect((await post(site, "/api/me", {}, { token: person.token })).status).toBe(401);
        await expect
          .poll(async () =>
            (await site.mails()).some(
              ({ to, subject }) => to === person.email && subject === m.accounts_mail_password_subject({}, t),
            ),
          )
          .toBe(true);
      });

      await test.step("logging in with the new password works", async () => {
        await page
          .getByRole("main")
          .getByRole("link", { name: m.common_action_login({}, t) })
          .click();
        await fill(visitor, "email", person.email);
        await fill(visitor, "password", "four other own words");
        await submitButton(visitor).click();
        await page.waitForURL(visitor.url("/my-courses"));
      });

      await test.step("N-10 a used link says at once that it no longer works", async () => {
        await visitor.open(new URL(link).pathname);
        await expect(submitButton(visitor)).toBeHidden();
        await expect(page.getByText(m.accounts_reset_link_gone({}, t))).toBeVisible();
        await visitor.checkPage("a link that was used");
        await page.getByRole("link", { name: m.accounts_reset_again({}, t) }).click();
        await page.waitForURL(visitor.url("/forget-password"));
      });
    });
  });

test("row 14 the mailed link has the site's own origin, whatever Host the request has", async ({ site }) => {
  const person = await newPerson(site);
  const { port } = new URL(site.url);
  const headers = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    forwarded: "host=evil.example",
    "x-forwarded-proto": "gopher",
    origin: "https://evil.example",
    "content-type": "application/json",
  };
  const status = await new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", path: "/api/forget-password", method: "POST", headers }, (answer) =>
      resolve(answer.resume().statusCode),
    )
      .on("error", reject)
      .end(JSON.stringify({ email: person.email }));
  });
  expect(status).toBe(200);
  await linkFor(site, person.email, "reset-password-form");
  for (const mail of await site.mails()) expect(mail.html + mail.text).not.toContain("evil.example");
});
