/** The three forms a visitor fills in without an account: a demo, a message, the newsletter. */
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { limits } from "#platform/rate-limit.server.ts";
import { post } from "#test/http/client.ts";
import { hasFocus, holds } from "./support/awaited.ts";
import { visit, oppositeWorlds, type Visitor } from "./support/person.ts";
import { openSite } from "./support/site.ts";

const site = openSite({ database: "embedded" });
/** With the limits of the real site. */
const strict = openSite({ database: "embedded", env: { RATE_LIMIT_FACTOR: "1" } });

const words = {
  en: { demo: "Book a demo", wait: "Wait...", sent: "Your request has been submitted to the admin", close: "Close", subscribed: "Subscribed successfully", thanks: "For contacting us, we will get back to you as soon as possible." },
  ar: { demo: "احجز عرضًا توضيحيًا", wait: "انتظر…", sent: "تم إرسال طلبك إلى الإدارة", close: "إغلاق", subscribed: "تم الاشتراك بنجاح", thanks: "على تواصلك معنا، وسنعود إليك في أقرب وقت ممكن." },
};

/** Presses a button and sees it say Wait..., disabled, until the server may answer. */
async function pressAndWait({ page }: Visitor, submit: Locator, path: string, wait: string) {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${path}`, async (route) => (await held, await route.continue()), { times: 1 });
  await submit.click();
  await submit.getByText(wait).waitFor();
  expect(await submit.getAttribute("aria-disabled")).toBe("true");
  answer();
}

async function openDemo(visitor: Visitor) {
  const { page, locale, width } = visitor;
  const dialog = page.getByRole("dialog", { name: words[locale].demo });
  const isSmall = width < 768;
  if (isSmall) await page.getByRole("banner").getByRole("button").last().click();
  await (isSmall ? page.getByRole("dialog") : page).getByRole("button", { name: words[locale].demo }).locator("visible=true").first().click();
  await dialog.waitFor();
  return dialog;
}

describe.each(oppositeWorlds)("forms ($locale, $width px)", (world) => {
  const say = words[world.locale];

  it("H-05 Book a demo: wrong fields say so, then Wait..., then the sentence, and cleared fields the next time", async () => {
    const visitor = await visit(site, world);
    visitor.expect("/api/book-demo", 422);
    await visitor.open("/faq");
    expect(visitor.requests.filter((request) => request.url().includes("demo-modal"))).toEqual([]);
    const dialog = await openDemo(visitor);
    const submit = dialog.locator("button[type=submit]");
    await submit.click();
    await dialog.locator("[aria-invalid=true]").first().waitFor();
    expect(await dialog.locator("[aria-invalid=true]").evaluateAll((fields) => fields.map((field) => field.getAttribute("name")))).toEqual(["name", "email", "contact_number", "workplace", "program"]);
    await hasFocus(dialog.locator("[name=name]"));
    await visitor.check("the demo form with its errors");

    // By key, field after field: what goes away under somebody's hands is no shift.
    for (const text of ["Sara Nasser", `demo-${world.locale}-${world.width}@example.com`, "0512345678", "Example Hospital"]) {
      await visitor.page.keyboard.type(text);
      await visitor.page.keyboard.press("Tab");
    }
    await visitor.page.keyboard.press("ArrowDown");
    await visitor.page.keyboard.press("ArrowDown");
    await holds(dialog.locator("[name=program]"), "Audit management");
    await expect.poll(() => dialog.locator("[aria-invalid=true]").count()).toBe(0);
    await pressAndWait(visitor, submit, "/api/book-demo", say.wait);
    await dialog.getByText(say.sent).waitFor();
    await expect.poll(() => dialog.locator("input:visible").count()).toBe(0);
    await visitor.check("the demo that was asked for");

    await dialog.getByRole("button", { name: say.close }).last().click();
    await dialog.waitFor({ state: "hidden" });
    await holds((await openDemo(visitor)).locator("[name=name]"), "");
  });

  it("C-11 the newsletter: blank is refused without a request, then Wait..., then subscribed and cleared; else the server's message", async () => {
    const visitor = await visit(site, world);
    visitor.expect("/api/email_subscribe", 422);
    await visitor.open("/thank-you");
    await visitor.page.waitForLoadState("networkidle");
    const form = visitor.page.locator("footer form");
    const [email, submit] = [form.locator("[name=email]"), form.locator("button[type=submit]")];
    await form.scrollIntoViewIfNeeded();
    await visitor.page.waitForLoadState("networkidle");
    const before = visitor.requests.length;
    await email.focus();
    await submit.click();
    await form.locator("[aria-invalid=true]").waitFor();
    // F-47: no request of any kind, neither at the focus nor at the press.
    expect(visitor.requests.slice(before).map((request) => request.url())).toEqual([]);
    await visitor.check("the newsletter form left blank");

    await email.fill("not an address");
    await expect.poll(() => form.locator("[aria-invalid=true]").count()).toBe(0);
    const answered = visitor.page.waitForResponse("**/api/email_subscribe");
    await submit.click();
    const [first] = ((await (await answered).json()) as { email: string[] }).email;
    await form.getByText(first ?? "?").waitFor();
    await expect.poll(() => email.getAttribute("aria-invalid")).toBe("true");

    await email.fill(`news-${world.locale}-${world.width}@example.com`);
    await pressAndWait(visitor, submit, "/api/email_subscribe", say.wait);
    await form.getByText(say.subscribed).waitFor();
    await holds(email, "");
    await visitor.check("the newsletter that was subscribed to");
  });

  it("C-08 a message: wrong fields say so, Send becomes Wait..., then Thank you", async () => {
    const visitor = await visit(site, world);
    visitor.expect("/api/contact", 422);
    await visitor.open("/contact-us");
    const form = visitor.page.locator("main form");
    const submit = form.locator("button[type=submit]");
    await submit.click();
    await form.locator("[aria-invalid=true]").first().waitFor();
    expect(await form.locator("[aria-invalid=true]").evaluateAll((fields) => fields.map((field) => field.getAttribute("name")))).toEqual(["name", "email"]);
    await visitor.check("the contact form with its errors");

    await form.locator("[name=name]").fill("Sara Nasser");
    await form.locator("[name=email]").fill(`contact-${world.locale}-${world.width}@example.com`);
    await pressAndWait(visitor, submit, "/api/contact", say.wait);
    await visitor.page.getByText(say.thanks).waitFor();
    await visitor.page.waitForURL((url) => url.pathname === new URL(visitor.url("/thank-you")).pathname);
  });
});

it.each(oppositeWorlds)("F-47 no form asks the server for anything before it is sent, and then for nothing else ($locale, $width px)", async (world) => {
  const visitor = await visit(site, world);
  const calls = () => visitor.requests.filter((request) => new URL(request.url()).pathname.startsWith("/api/")).map((request) => new URL(request.url()).pathname);
  await visitor.open("/contact-us");
  const form = visitor.page.locator("main form");
  for (const [name, text] of [["name", "Sara Nasser"], ["email", `quiet-${world.locale}@example.com`], ["message", "Hello"]] as const) {
    await form.locator(`[name=${name}]`).focus();
    await form.locator(`[name=${name}]`).fill(text);
  }
  await (await openDemo(visitor)).locator("[name=name]").fill("Sara Nasser");
  await visitor.page.keyboard.press("Escape");
  expect(calls()).toEqual([]);
  await form.locator("button[type=submit]").click();
  await visitor.page.waitForURL("**/thank-you");
  expect(calls()).toEqual(["/api/contact"]);
});

it("F-47 where an address has used up what is taken without a stamp, the form gets one, waits and goes again; nothing typed is lost", async () => {
  const visitor = await visit(strict);
  visitor.expect("/api/contact", 429);
  const write = () => post(strict, "/api/contact", { name: "Sara Nasser", email: "many@example.com" });
  for (let nth = 0; nth < limits.formPerAddress.tries; nth++) expect((await write()).status).toBe(200);
  expect((await write()).status).toBe(429);
  await visitor.open("/contact-us");
  const form = visitor.page.locator("main form");
  await form.locator("[name=name]").fill("Sara Nasser");
  await form.locator("[name=email]").fill("late@example.com");
  await form.locator("button[type=submit]").click();
  await form.getByText(words.en.wait).waitFor();
  await visitor.page.waitForURL("**/thank-you");
  const calls = visitor.requests.map((request) => new URL(request.url()).pathname).filter((path) => path.startsWith("/api/"));
  expect(calls).toEqual(["/api/contact", "/api/form-stamp", "/api/contact"]);
});

it("C-11 the link of the mail confirms after a press, and the other ends it; an unknown link says so", async () => {
  const visitor = await visit(site);
  visitor.expect("/api/newsletter-confirm", 404);
  await visitor.open("/");
  await visitor.page.locator("footer [name=email]").fill("links@example.com");
  await visitor.page.locator("footer form button[type=submit]").click();
  await visitor.page.getByText(words.en.subscribed).waitFor();
  const mail = (await site.mails()).find(({ to }) => to === "links@example.com");
  const link = (verb: string) => new RegExp(`/newsletter/${verb}/[\\w-]+`).exec(mail?.text ?? "")?.[0] ?? "/no-link";
  for (const [verb, button, after] of [["confirm", "Confirm", "You’re subscribed"], ["unsubscribe", "Unsubscribe", "You’ve been unsubscribed"]] as const) {
    await visitor.open(link(verb));
    await visitor.check(`the ${verb} page`);
    await visitor.page.getByRole("main").getByRole("button", { name: button }).click();
    await visitor.page.getByRole("heading", { name: after }).waitFor();
  }
  await visitor.open("/newsletter/confirm/nothing");
  await visitor.page.getByRole("button", { name: "Confirm" }).click();
  await visitor.page.getByRole("heading", { name: "This link no longer works" }).waitFor();
});
