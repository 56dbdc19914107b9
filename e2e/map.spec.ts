/** The contact page's maps: our drawn map, and on request streets from a tile server. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { m } from "#messages";
import { startTestSite, type TestSite } from "#test/site.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports, type Visitor } from "./support/visitor.ts";

/** A tile server. It records the requested paths and can refuse requests. */
let tiles: Server;
let origin = "";
let requested: string[] = [];
let isRefusing = false;
/** A site whose operator has set the address of the tile server. */
let streetSite: TestSite;
const attribution = "© Example <b>streets</b>";
test.beforeAll(async () => {
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#dfe8e4" } })
    .png()
    .toBuffer();
  tiles = createServer((request, response) => {
    requested.push(request.url ?? "");
    if (isRefusing) request.socket.destroy();
    else response.writeHead(200, { "content-type": "image/png" }).end(tile);
  }).listen(0, "127.0.0.1");
  await once(tiles, "listening");
  origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
  streetSite = await startTestSite({
    database: "postgres",
    env: { MAP_TILES_URL: `${origin}/{z}/{x}/{y}.png`, MAP_POINT: "24.7136,46.6753", MAP_ATTRIBUTION: attribution },
  });
});
test.afterAll(async () => {
  await streetSite.stop();
  tiles.close();
});

const locateParts = ({ page, locale }: Visitor) => ({
  button: page.getByRole("button", { name: m.site_contact_map_street({}, { locale }) }),
  drawn: page.locator("main svg[role=img]"),
  street: page.getByRole("application"),
});

for (const viewport of selectViewports("ar"))
  test.describe(`the street map (${viewport.locale}, ${viewport.width} px)`, () => {
    test("C-08 loads when its button is activated, and requests no tile before", async ({ visit }) => {
      requested = [];
      isRefusing = false;
      const visitor = await visit(streetSite, { ...viewport, origins: [origin] });
      const { page, locale } = visitor;
      const { button, drawn, street } = locateParts(visitor);
      // Navigates by a link, so that the content security policy of the first document still applies.
      await visitor.open("/faq");
      await page.locator('main a[href$="/contact-us"]:visible').first().click();
      await expect(drawn).toBeVisible();
      await visitor.checkPage("the drawn map");
      expect(requested).toEqual([]);
      expect(visitor.requests.filter((request) => /street-map|leaflet/.test(request.url()))).toEqual([]);
      await button.focus();
      await page.keyboard.press("Enter");
      await expect(street.locator("img.leaflet-tile-loaded").first()).toBeVisible();
      expect(requested[0]).toMatch(/^\/15\/\d+\/\d+\.png$/);
      await expect(street).toBeFocused();
      await expect(drawn).toHaveCount(0);
      await expect(button).toHaveCount(0);
      await expect(street.locator(".leaflet-control-attribution")).toHaveText(attribution);
      const tilesBefore = requested.length;
      // Presses repeatedly, because Leaflet ignores a key while an earlier one still moves the map.
      await expect
        .poll(async () => (await page.keyboard.press("ArrowRight"), requested.length))
        .toBeGreaterThan(tilesBefore);
      await street.getByRole("button", { name: m.site_contact_map_closer({}, { locale }) }).press("Enter");
      await expect.poll(() => requested.some((path) => path.startsWith("/16/"))).toBe(true);
      await visitor.checkPage("the street map");
    });
  });

test("C-08 when no tile loads, the drawn map stays with a message", async ({ visit }) => {
  isRefusing = true;
  const visitor = await visit(streetSite, { origins: [origin] });
  visitor.expectFailure(origin);
  const { button, drawn } = locateParts(visitor);
  await visitor.open("/contact-us");
  await button.click();
  await expect(visitor.page.getByText(m.site_contact_map_failed({}, { locale: "en" }))).toBeVisible();
  await expect(drawn).toBeVisible();
  await visitor.checkPage("no tiles");
});

test("C-08 without the setting there is no button, and no other origin in the policy", async ({ visit, site }) => {
  const visitor = await visit(site);
  const { button, drawn } = locateParts(visitor);
  await visitor.open("/contact-us");
  await expect(drawn).toBeVisible();
  await expect(button).toHaveCount(0);
  expect((await fetch(`${site.url}/contact-us`)).headers.get("content-security-policy")).toContain(
    "img-src 'self' data:;",
  );
});
