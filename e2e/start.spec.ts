/** The moment between what a page shows and what its code can do: pages are seen first, and what is pressed early is done late, not lost. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { m } from "#messages";
import { startTestSite, type TestSite } from "#test/site.ts";
import { closeBrowser } from "./support/browser.ts";
import { oppositeWorlds, visit, type Visitor } from "./support/person.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ database: "embedded" });
});
afterAll(async () => {
  await closeBrowser();
  await site.stop();
});

/** Keeps every answer to such an address back until it is let go. */
async function hold({ page }: Visitor, address: RegExp): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(address, async (route) => (await held, await route.continue()));
  return letGo;
}

const code = /\/assets\/.*\.js$/;
const codeAsked = ({ requests }: Visitor) => requests.filter((request) => code.test(request.url())).length;

describe.each(oppositeWorlds)("a page before its code ($locale, $width px)", (world) => {
  it("is seen before its code is asked for, which waits for its pictures, yet no longer than four seconds", async () => {
    const visitor = await visit(site, world);
    const { page } = visitor;
    await page.clock.install({ time: new Date("2026-01-01T09:00:00Z") });
    await page.clock.pauseAt(new Date("2026-01-01T09:00:01Z"));
    const pictures = await hold(visitor, /\.avif$/);
    await page.goto(visitor.url("/"), { waitUntil: "domcontentloaded" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.clock.runFor(3900);
    expect(codeAsked(visitor)).toBe(0);
    await page.clock.runFor(200);
    await expect.poll(() => codeAsked(visitor)).toBeGreaterThan(0);
    pictures();
  });

  it("E-04 does what was pressed before it could, once", async () => {
    const visitor = await visit(site, world);
    const { page, locale } = visitor;
    const letGo = await hold(visitor, code);
    await page.goto(visitor.url("/faq"), { waitUntil: "domcontentloaded" });
    const button = world.width === 390 ? page.getByRole("button", { name: m.site_menu_open({}, { locale }) }) : page.locator("header").getByRole("button", { name: m.site_search_name({}, { locale }), exact: true });
    await button.click();
    const opened = world.width === 390 ? page.getByRole("dialog") : page.locator("header").getByRole("searchbox");
    expect(await opened.isVisible()).toBe(false);
    letGo();
    await opened.waitFor();
  });

  it("E-04 keeps what was typed, and sends a form that was sent before it could, once", async () => {
    const visitor = await visit(site, world);
    const { page, locale } = visitor;
    const letGo = await hold(visitor, code);
    await page.goto(visitor.url("/faq"), { waitUntil: "domcontentloaded" });
    const field = page.getByRole("textbox", { name: m.enquiries_newsletter_field({}, { locale }) });
    await field.fill("not an address");
    await field.press("Enter");
    visitor.expect("/api/email_subscribe", 422);
    letGo();
    await page.getByRole("contentinfo").getByRole("alert").waitFor();
    expect(await field.inputValue()).toBe("not an address");
    expect(visitor.requests.filter((request) => request.method() === "POST").map((request) => new URL(request.url()).pathname)).toEqual(["/api/email_subscribe"]);
    expect(page.url()).toBe(visitor.url("/faq"));
  });
});
