/** A new buyer and one who forgot the password get back to the course they came for, by every link among the entrance pages. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { m } from "#messages";
import { newPerson } from "#test/http/client.ts";
import { fill } from "./support/buying.ts";
import { ready, visit, oppositeWorlds, type Visitor } from "./support/person.ts";
import { openSite } from "./support/site.ts";

const site = openSite({ database: "embedded" });
const course = "/courses/patient-safety-essentials";
const password = "three own words";

const submit = (page: Page) => page.locator("main form button[type=submit]").click();
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
/** Where the page would lead after a login, as its address says. */
const target = (page: Page) => new URL(page.url()).searchParams.get("redirect");

/** From the course page to Login, by its button. */
async function pressRegister(visitor: Visitor): Promise<void> {
  const { page, locale } = visitor;
  await visitor.open(course);
  await page.getByRole("main").getByRole("button", { name: m.catalogue_register({}, { locale }), exact: true }).first().click();
  await page.waitForURL(/\/login\?/);
  await page.getByText(m.accounts_login_first_course({ course: "" }, { locale }).replace(/[“«].*$/s, "").trim()).waitFor();
}

/** On Login: sends the form, and is back on the course, able to register. */
async function logInToCourse(visitor: Visitor, email: string, word: string): Promise<void> {
  const { page, locale } = visitor;
  await fill(visitor, "email", email);
  await fill(visitor, "password", word);
  await submit(page);
  await page.waitForURL((url) => url.pathname === new URL(visitor.url(course)).pathname);
  await page.getByRole("main").getByRole("button", { name: m.catalogue_register({}, { locale }), exact: true }).first().click();
  await page.getByRole("dialog").waitFor();
}

describe.each(oppositeWorlds)("on the way to a course ($locale, $width px)", (world) => {
  const { locale } = world;
  const t = { locale };
  const back = `${locale === "ar" ? "/ar" : ""}${course}`;

  it("F-21 a new buyer takes the Register tab, registers, logs in and is back on the course", async () => {
    const visitor = await visit(site, world);
    const { page } = visitor;
    const email = `new-${locale}-${Date.now()}@example.com`;
    await pressRegister(visitor);
    const tab = (path: string) => page.locator("header").locator(`a[href*="${path}"]`);
    await tab("/register").click();
    await heading(page, m.accounts_register_heading({}, t));
    expect(target(page)).toBe(back);
    // There and back again, by the other tab and by the links of the text.
    await tab("/login").click();
    await heading(page, m.accounts_login_heading({}, t));
    await page.getByRole("main").getByRole("link", { name: m.accounts_login_create({}, t) }).click();
    await heading(page, m.accounts_register_heading({}, t));
    await page.getByRole("main").getByRole("link", { name: m.accounts_login_submit({}, t) }).click();
    await heading(page, m.accounts_login_heading({}, t));
    await tab("/register").click();
    await heading(page, m.accounts_register_heading({}, t));
    for (const [name, value] of Object.entries({ name: "Sara Nasser", email, contact_number: "0500000001", profession: "Nurse", password, password_confirmation: password })) await fill(visitor, name, value);
    await page.getByRole("checkbox").check();
    await submit(page);
    await page.waitForURL(/\/login\?.*registered/);
    await page.getByText(m.accounts_registered({}, t)).waitFor();
    await logInToCourse(visitor, email, password);
  });

  it("F-21 somebody who forgot the password chooses a new one by mail, logs in and is back on the course", async () => {
    const person = await newPerson(site);
    const visitor = await visit(site, world);
    const { page } = visitor;
    await pressRegister(visitor);
    const forgot = () => page.getByRole("link", { name: m.accounts_forgot({}, t) }).click();
    await forgot();
    await heading(page, m.accounts_forgot_heading({}, t));
    await page.getByRole("link", { name: m.accounts_forgot_back({}, t) }).click();
    await heading(page, m.accounts_login_heading({}, t));
    expect(target(page)).toBe(back);
    await forgot();
    await heading(page, m.accounts_forgot_heading({}, t));
    await fill(visitor, "email", person.email);
    await submit(page);
    await page.getByText(m.accounts_forgot_sent({}, t)).waitFor();

    const pattern = /https?:\/\/\S+\/reset-password-form\/[\w-]{43}\?redirect=\S+/;
    const find = async () => pattern.exec((await site.mails()).find(({ to, text }) => to === person.email && pattern.test(text))?.text ?? "")?.[0];
    await expect.poll(find, { timeout: 10_000 }).toBeDefined();
    const link = new URL((await find()) ?? "");
    expect([link.origin, link.searchParams.get("redirect")]).toEqual([site.url, back]);
    await page.goto(link.href);
    await ready(page);
    await heading(page, m.accounts_reset_heading({}, t));
    await fill(visitor, "password", "four other own words");
    await fill(visitor, "password_confirmation", "four other own words");
    await submit(page);
    await page.getByText(m.accounts_reset_done({}, t)).waitFor();
    await page.getByRole("main").getByRole("link", { name: m.accounts_login_submit({}, t) }).click();
    await heading(page, m.accounts_login_heading({}, t));
    await logInToCourse(visitor, person.email, "four other own words");

    // The link has done its work: asking for another one goes on leading there.
    await page.evaluate(() => localStorage.clear());
    visitor.expect("/api/reset-password", 422);
    await page.goto(link.href);
    await ready(page);
    await heading(page, m.accounts_reset_heading({}, t));
    await fill(visitor, "password", "five other own words");
    await fill(visitor, "password_confirmation", "five other own words");
    await submit(page);
    await page.getByRole("link", { name: m.accounts_reset_again({}, t) }).click();
    await heading(page, m.accounts_forgot_heading({}, t));
    expect(target(page)).toBe(back);
  });
});
