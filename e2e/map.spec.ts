/** The contact page's maps: drawn by ourselves, and streets from the operator's tiles for who asks for them. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { m } from "#messages";
import { startTestSite } from "#test/site.ts";
import { hasFocus } from "./support/awaited.ts";
import { visit, oppositeWorlds, type Visitor } from "./support/person.ts";
import { openSite } from "./support/site.ts";

/** A tile server, which counts and can refuse. */
let tiles: Server;
let origin = "";
let asked: string[] = [];
let refuses = false;
const attribution = "© Example <b>streets</b>";
beforeAll(async () => {
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: "#dfe8e4" } }).png().toBuffer();
  tiles = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (refuses) request.socket.destroy();
    else response.writeHead(200, { "content-type": "image/png" }).end(tile);
  }).listen(0, "127.0.0.1");
  await once(tiles, "listening");
  origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
});
afterAll(() => void tiles.close());
const site = openSite({ database: "embedded", env: () => ({ MAP_TILES_URL: `${origin}/{z}/{x}/{y}.png`, MAP_POINT: "24.7136,46.6753", MAP_ATTRIBUTION: attribution }) });

const parts = ({ page, locale }: Visitor) => ({
  button: page.getByRole("button", { name: m.site_contact_map_street({}, { locale }) }),
  drawn: page.locator("main svg[role=img]"),
  street: page.getByRole("application"),
});

describe.each(oppositeWorlds)("the street map ($locale, $width px)", (world) => {
  it("C-08 comes when its button is pressed: nothing is asked of the tiles before", async () => {
    asked = [];
    refuses = false;
    const visitor = await visit(site, { ...world, origins: [origin] });
    const { page, locale } = visitor;
    const { button, drawn, street } = parts(visitor);
    // By a link of the page, so that the policy is the one of the first document.
    await visitor.open("/faq");
    await page.locator('main a[href$="/contact-us"]:visible').first().click();
    await drawn.waitFor();
    await visitor.check("the drawn map");
    expect(asked).toEqual([]);
    expect(visitor.requests.filter((request) => /street-map|leaflet/.test(request.url()))).toEqual([]);
    await button.focus();
    await page.keyboard.press("Enter");
    await street.locator("img.leaflet-tile-loaded").first().waitFor();
    expect(asked[0]).toMatch(/^\/15\/\d+\/\d+\.png$/);
    await hasFocus(street);
    await expect.poll(async () => [await drawn.count(), await button.count()]).toEqual([0, 0]);
    await expect.poll(() => street.locator(".leaflet-control-attribution").innerText()).toBe(attribution);
    const tilesBefore = asked.length;
    // Leaflet takes no second key while the first still moves the map.
    await expect.poll(async () => (await page.keyboard.press("ArrowRight"), asked.length)).toBeGreaterThan(tilesBefore);
    await street.getByRole("button", { name: m.site_contact_map_closer({}, { locale }) }).press("Enter");
    await expect.poll(() => asked.some((path) => path.startsWith("/16/"))).toBe(true);
    await visitor.check("the street map");
  });
});

it("C-08 when no tile can be had, the drawn map stays and a sentence says so", async () => {
  refuses = true;
  const visitor = await visit(site, { origins: [origin] });
  visitor.expectFailure(origin);
  const { button, drawn } = parts(visitor);
  await visitor.open("/contact-us");
  await button.click();
  await visitor.page.getByText(m.site_contact_map_failed({}, { locale: "en" })).waitFor();
  await drawn.waitFor();
  await visitor.check("no tiles");
});

it("C-08 without the setting there is no button, and no foreign origin in the policy", async () => {
  const plain = await startTestSite({ database: "embedded" });
  try {
    const visitor = await visit(plain);
    const { button, drawn } = parts(visitor);
    await visitor.open("/contact-us");
    await drawn.waitFor();
    expect(await button.count()).toBe(0);
    expect((await fetch(`${plain.url}/contact-us`)).headers.get("content-security-policy")).toContain("img-src 'self' data:;");
    await visitor.context.close();
  } finally {
    await plain.stop();
  }
});
