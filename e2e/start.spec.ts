/** Deferred hydration: the first paint comes before the code, and an early click is replayed. */
import { m } from "#messages";
import { expect, test } from "./support/test.ts";
import { selectViewports, type Visitor } from "./support/visitor.ts";

/** Holds back every request to a matching URL until the returned function is called. */
async function holdBack({ page }: Visitor, url: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => (await released, await route.continue()));
  return release;
}

const scriptUrl = /\/assets\/.*\.js$/;
const countScriptRequests = ({ requests }: Visitor) =>
  requests.filter((request) => scriptUrl.test(request.url())).length;

for (const viewport of selectViewports("ar"))
  test.describe(`a page before its code loads (${viewport.locale}, ${viewport.width} px)`, () => {
    test("is painted before it requests its code, which waits up to four seconds for the pictures", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      await page.clock.install({ time: new Date("2026-01-01T09:00:00Z") });
      await page.clock.pauseAt(new Date("2026-01-01T09:00:01Z"));
      const releasePictures = await holdBack(visitor, /\.avif$/);
      await page.goto(visitor.url("/"), { waitUntil: "domcontentloaded" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.clock.runFor(3900);
      expect(countScriptRequests(visitor)).toBe(0);
      await page.clock.runFor(200);
      await expect.poll(() => countScriptRequests(visitor)).toBeGreaterThan(0);
      releasePictures();
    });

    test("E-04 replays a click made before hydration", async ({ visit, site }) => {
      const visitor = await visit(site, viewport);
      const { page, locale } = visitor;
      const releaseScripts = await holdBack(visitor, scriptUrl);
      await page.goto(visitor.url("/faq"), { waitUntil: "domcontentloaded" });
      const button =
        viewport.width === 390
          ? page.getByRole("button", { name: m.site_menu_open({}, { locale }) })
          : page.locator("header").getByRole("button", { name: m.common_action_search({}, { locale }), exact: true });
      await button.click();
      const opened = viewport.width === 390 ? page.getByRole("dialog") : page.locator("header").getByRole("searchbox");
      await expect(opened).toBeHidden();
      releaseScripts();
      await expect(opened).toBeVisible();
    });

    test("E-04 keeps typed text, and sends a form submitted before hydration, once", async ({ visit, site }) => {
      const visitor = await visit(site, viewport);
      const { page, locale } = visitor;
      const releaseScripts = await holdBack(visitor, scriptUrl);
      await page.goto(visitor.url("/faq"), { waitUntil: "domcontentloaded" });
      const field = page.getByRole("textbox", { name: m.enquiries_newsletter_field({}, { locale }) });
      await field.fill("not an address");
      await field.press("Enter");
      visitor.allowStatus("/api/email_subscribe", 422);
      releaseScripts();
      await expect(page.getByRole("contentinfo").getByRole("alert")).toBeVisible();
      await expect(field).toHaveValue("not an address");
      expect(
        visitor.requests
          .filter((request) => request.method() === "POST")
          .map((request) => new URL(request.url()).pathname),
      ).toEqual(["/api/email_subscribe"]);
      await expect(page).toHaveURL(visitor.url("/faq"));
    });
  });
