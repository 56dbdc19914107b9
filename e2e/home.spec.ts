/** The home page in the hand: what moves, when, and what stops it. */
import { describe, expect, it } from "vitest";
import { m } from "#messages";
import { post, type ListedCourse } from "#test/http/client.ts";
import { hasFocus, holdsFocus } from "./support/awaited.ts";
import { visit, oppositeWorlds, type Visitor, type VisitorOptions } from "./support/person.ts";
import { openSite } from "./support/site.ts";

const site = openSite({ database: "embedded" });

const hero = ({ page, locale }: Visitor) => page.getByRole("region", { name: m.site_home_banners({}, { locale }) });
const gallery = ({ page, locale }: Visitor) => page.getByRole("region", { name: m.site_home_gallery({}, { locale }) });
const radar = ({ page, locale }: Visitor) => page.getByRole("region", { name: m.site_home_radar_banners({}, { locale }) });
type Slider = ReturnType<typeof hero>;

/** The home page, whose clock stands still until `runFor`. */
async function openStill(options: VisitorOptions & { calm?: boolean } = {}): Promise<Visitor> {
  const visitor = await visit(site, options);
  if (options.calm) await visitor.page.emulateMedia({ reducedMotion: "reduce" });
  await visitor.page.clock.install({ time: 0 });
  await visitor.page.clock.pauseAt(1000);
  await visitor.open("/");
  return visitor;
}

/** Where a slide stands: 0 in the frame, 1 after it, -1 before it, whatever the direction. */
const place = (slider: Slider, index: number) =>
  slider.locator("ul").evaluate((list, at) => {
    const frame = list.parentElement?.getBoundingClientRect();
    const slide = list.children[at]?.getBoundingClientRect();
    if (!frame || !slide) return Number.NaN;
    const away = getComputedStyle(list).direction === "rtl" ? frame.right - slide.right : slide.left - frame.left;
    return Math.round((away / frame.width) * 1000) / 1000 || 0;
  }, index);
/** Resolves when what moves the slides has been fetched. */
const engine = (slider: Slider) => slider.locator("div:has(> ul)").evaluate((frame) => new Promise<void>((done) => {
  const look = () => (getComputedStyle(frame).overflowX === "hidden" ? done() : queueMicrotask(() => void fetch("/healthz").then(look)));
  look();
}));
/** Resolves when React has drawn what it was told: it works in message tasks, as this does, and the clock that stands would not wait for it. */
const drawn = ({ page }: Visitor) => page.evaluate(async () => {
  for (let task = 0; task < 50; task++) {
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.addEventListener("message", resolve, { once: true });
      port1.start();
      port2.postMessage(null);
    });
  }
});
/** The slide in the frame. */
const inFrame = async (slider: Slider) => {
  const count = await slider.getByRole("listitem").count();
  for (let index = 0; index < count; index++) if (Math.abs(await place(slider, index)) < 0.001) return index;
  return undefined;
};

describe.each(oppositeWorlds)("home ($locale, $width px)", (world) => {
  it("H-01 the banners go on every 5000 ms, take 300 ms for it, and begin again after the last; no arrows, no dots", async () => {
    const visitor = await openStill(world);
    const { clock } = visitor.page;
    const slider = hero(visitor);
    const count = await slider.getByRole("listitem").count();
    expect(count).toBe(4);
    // The hidden one that stops the slides, and the entry to the demo.
    expect(await slider.getByRole("button").count()).toBe(2);
    await clock.runFor(4900);
    expect(await place(slider, 0)).toBe(0);
    await clock.runFor(100);
    await engine(slider);
    await drawn(visitor);
    await clock.runFor(400);
    await expect.poll(async () => [await place(slider, 0), await place(slider, 1)]).toEqual([-1, 0]);
    await clock.runFor(4590);
    expect(await place(slider, 1)).toBe(0);
    let moved = 0;
    for (let waited = 0; waited < 700; waited += 20) {
      const before = await place(slider, 2);
      await clock.runFor(20);
      if (before !== (await place(slider, 2))) moved += 20;
    }
    expect(await place(slider, 2)).toBe(0);
    expect(moved).toBeGreaterThanOrEqual(240);
    expect(moved).toBeLessThanOrEqual(340);
    await clock.runFor(10_000);
    await expect.poll(() => inFrame(slider)).toBe(0);
  });

  it("H-03 the 44 pictures go on 5 s after the start and then every 10 s, after the last comes the first, and arrows turn them", async () => {
    const visitor = await openStill(world);
    const { page } = visitor;
    const slider = gallery(visitor);
    const counter = slider.locator("bdi");
    expect(await slider.getByRole("listitem").count()).toBe(44);
    await page.clock.runFor(4900);
    expect(await counter.innerText()).toBe("01 / 44");
    await page.clock.runFor(100);
    await counter.filter({ hasText: "02 / 44" }).waitFor();
    await engine(slider);
    await page.clock.runFor(9900);
    expect(await counter.innerText()).toBe("02 / 44");
    await page.clock.runFor(100);
    await counter.filter({ hasText: "03 / 44" }).waitFor();
    await page.clock.runFor(42 * 10_000);
    await counter.filter({ hasText: "01 / 44" }).waitFor();
    if (world.width < 768) return;
    await slider.getByRole("button", { name: m.ui_carousel_previous({}, { locale: world.locale }) }).click();
    await counter.filter({ hasText: "44 / 44" }).waitFor();
    await page.clock.runFor(400);
    await expect.poll(() => place(slider, 43)).toBeCloseTo(0, 1);
  });

  it("F-47 H-07 the banners of Radar are a slider at every width, two in view from 768 to 991 px, with arrows that stop at its ends", async () => {
    const visitor = await visit(site, world);
    const { page, locale } = visitor;
    await visitor.open("/");
    const slider = radar(visitor);
    const [back, on] = [m.ui_carousel_previous, m.ui_carousel_next].map((name) => slider.getByRole("button", { name: name({}, { locale }) }));
    // The gap of a slide stands before it, and hangs out of the frame.
    const isFirst = async (index: number) => Math.abs(await place(slider, index)) < 0.1;
    if (!back || !on) throw new Error("no arrows");
    expect(await slider.getByRole("listitem").count()).toBe(3);
    for (const [width, stops] of [[world.width, 3], [800, 2], [1024, 3]] as const) {
      await page.setViewportSize({ width, height: 900 });
      // The last banner first out of view, then in it.
      while (await back.isEnabled()) await back.click();
      await expect.poll(() => isFirst(0), { message: `${width} px` }).toBe(true);
      expect(await place(slider, 2)).toBeGreaterThan(0.9);
      for (let stop = 1; stop < stops; stop++) {
        expect(await on.isEnabled()).toBe(true);
        await on.click();
        await expect.poll(() => isFirst(stop), { message: `${width} px, stop ${stop}` }).toBe(true);
      }
      await expect.poll(() => on.isDisabled(), { message: `${width} px` }).toBe(true);
    }
    await visitor.check("the slider of banners");
  });

  it("H-07 a banner of Radar opens large: dark ground, at most 0.9 of the window, arrow keys, Escape, gone after 500 ms", async () => {
    const visitor = await visit(site, world);
    const { page, locale } = visitor;
    await page.clock.install();
    await visitor.open("/");
    const boxes = () => visitor.requests.filter((request) => request.url().includes("/lightbox-")).length;
    expect(boxes()).toBe(0);
    const opener = page.getByRole("button", { name: m.site_home_radar_enlarge({ caption: m.site_home_radar_audits({}, { locale }) }, { locale }) });
    await radar(visitor).getByRole("button", { name: m.ui_carousel_next({}, { locale }) }).click();
    await expect.poll(async () => Math.abs(await place(radar(visitor), 1)) < 0.1).toBe(true);
    await opener.click();
    const box = page.getByRole("dialog", { name: m.ui_lightbox({}, { locale }) });
    await box.waitFor();
    expect(boxes()).toBe(1);
    const shows = (at: number, caption: string) => box.locator("figcaption").filter({ hasText: `${at} / 3${caption}` }).waitFor();
    const captions = [m.site_home_radar_incidents, m.site_home_radar_audits, m.site_home_radar_risks].map((text) => text({}, { locale }));
    await shows(2, captions[1] ?? "");
    expect(await box.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).transitionDuration])).toEqual(["rgba(0, 0, 0, 0.8)", expect.stringMatching(/^0\.5s/)]);
    for (const [key, at] of (locale === "ar" ? [["ArrowLeft", 3], ["ArrowLeft", 1], ["ArrowRight", 3]] : [["ArrowRight", 3], ["ArrowRight", 1], ["ArrowLeft", 3]]) as [string, number][]) {
      await page.keyboard.press(key);
      await shows(at, captions[at - 1] ?? "");
    }
    const size = await box.locator("img").evaluate((image) => ({ height: image.getBoundingClientRect().height / innerHeight, width: image.getBoundingClientRect().width / innerWidth }));
    expect(size.height).toBeLessThanOrEqual(0.9);
    expect(size.width).toBeLessThanOrEqual(0.95);
    await page.clock.runFor(1000);
    await visitor.check("an enlarged picture");
    for (let stop = 0; stop < 5; stop++) {
      await page.keyboard.press("Tab");
      await holdsFocus(box);
    }
    await page.clock.pauseAt(Date.now() + 3_600_000);
    // Asked for after the page's own listener: once this has heard it, the time until it is gone runs.
    await box.evaluate((element) => Object.assign(window, { lightboxClosed: new Promise((resolve) => element.addEventListener("close", resolve, { once: true })) }));
    await page.keyboard.press("Escape");
    await page.evaluate(() => (window as unknown as { lightboxClosed: Promise<unknown> }).lightboxClosed.then(() => {}));
    await hasFocus(opener);
    await page.clock.runFor(480);
    expect(await page.locator("dialog figure").count()).toBe(1);
    await page.clock.runFor(20);
    await expect.poll(() => page.locator("dialog figure").count()).toBe(0);
  });
});

describe("H-08 the sliders stand still", () => {
  const seconds = 60_000;

  it("for somebody who wants less motion, who is offered nothing to stop", async () => {
    const visitor = await openStill({ calm: true });
    await visitor.page.clock.runFor(seconds);
    expect([await place(hero(visitor), 0), await gallery(visitor).locator("bdi").innerText()]).toEqual([0, "01 / 44"]);
    expect(await visitor.page.getByRole("button", { name: m.ui_carousel_pause() }).count()).toBe(0);
    expect(visitor.requests.filter((request) => request.url().includes("/carousel-engine-"))).toEqual([]);
  });

  it("while the pointer is on them or the focus in them, and go on after as long a wait", async () => {
    const visitor = await openStill();
    const { page } = visitor;
    const slider = hero(visitor);
    await slider.getByRole("heading").hover();
    await drawn(visitor);
    await page.clock.runFor(seconds);
    expect(await place(slider, 0)).toBe(0);
    await slider.getByRole("link").focus();
    await page.getByRole("heading", { name: m.site_home_featured() }).hover();
    await drawn(visitor);
    await page.clock.runFor(seconds);
    expect(await place(slider, 0)).toBe(0);
    await engine(slider);
    await slider.getByRole("link").blur();
    await drawn(visitor);
    await page.clock.runFor(4900);
    expect(await place(slider, 0)).toBe(0);
    await page.clock.runFor(500);
    await expect.poll(() => place(slider, 1)).toBe(0);
  });

  it("in a hidden tab", async () => {
    const visitor = await openStill();
    const { page } = visitor;
    const hide = (isHidden: boolean) => page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
    await hide(true);
    await drawn(visitor);
    await page.clock.runFor(seconds);
    expect(await gallery(visitor).locator("bdi").innerText()).toBe("01 / 44");
    await hide(false);
    await drawn(visitor);
    await page.clock.runFor(5000);
    await gallery(visitor).locator("bdi").filter({ hasText: "02 / 44" }).waitFor();
  });

  it("once the button says so, which is their first element and seen when it has the focus", async () => {
    const visitor = await openStill();
    const { page } = visitor;
    const slider = hero(visitor);
    const button = slider.getByRole("button").first();
    await button.focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    await hasFocus(slider.locator("a, button").first());
    await page.keyboard.press("Enter");
    await expect.poll(() => button.innerText()).toBe(m.ui_carousel_play());
    await button.blur();
    await drawn(visitor);
    await page.clock.runFor(seconds);
    expect(await place(slider, 0)).toBe(0);
    await button.press("Enter");
    await expect.poll(() => button.innerText()).toBe(m.ui_carousel_pause());
    await button.blur();
    await drawn(visitor);
    await page.clock.runFor(5000);
    await engine(slider);
    await drawn(visitor);
    await page.clock.runFor(400);
    await expect.poll(() => place(slider, 1)).toBe(0);
  });
});

describe("the first screen", () => {
  it("weighs at most 450 kB with nothing of a film in it", async () => {
    await (await fetch(site.url)).text();
    const visitor = await visit(site);
    await visitor.open("/");
    await visitor.page.waitForLoadState("networkidle");
    const sizes = await Promise.all(visitor.requests.map(async (request) => (await request.sizes()).responseBodySize));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(450_000);
    expect(visitor.requests.filter((request) => /\.(webm|mp4|vtt)$/.test(request.url()))).toEqual([]);
  });

  it("H-01 shows the drawn picture when a banner's file fails", async () => {
    const visitor = await visit(site);
    await visitor.context.route("**/admin/images/banners/**", (route) => route.abort());
    visitor.expectFailure(/\/admin\/images\/banners\//);
    await visitor.open("/");
    await hero(visitor).locator('img[src^="/art/hero."]').first().waitFor();
  });
});

it("H-06 the Radar film begins 200 px before it is seen, without sound and only once", async () => {
  const visitor = await visit(site);
  const { page } = visitor;
  await visitor.open("/");
  const film = page.locator("video");
  /** Leaves so many pixels between the window's lower edge and the film. */
  const comeWithin = (pixels: number) => film.evaluate(async (element, distance) => {
    scrollBy({ top: element.getBoundingClientRect().top - innerHeight - distance, behavior: "instant" });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))));
  }, pixels);
  const isPaused = () => film.evaluate((element) => (element as HTMLVideoElement).paused);
  await comeWithin(230);
  expect(await isPaused()).toBe(true);
  await comeWithin(190);
  await page.waitForFunction(() => document.querySelector("video")?.paused === false);
  expect(await film.evaluate((element) => (element as HTMLVideoElement).muted)).toBe(true);
  await film.evaluate((element) => (element as HTMLVideoElement).pause());
  await comeWithin(900);
  await comeWithin(100);
  expect(await isPaused()).toBe(true);
});

describe.each(oppositeWorlds)("featured courses ($locale, $width px)", (world) => {
  it("H-02 F-46 are what courses-by-category answers with limit 4, and all of them can be booked", async () => {
    const { body } = await post(site, "/api/courses-by-category", { cat: "healthcare-quality", limit: 4 });
    const courses = body["data"] as ListedCourse[];
    expect(courses.map(({ ended, disable_course, seats_left }) => !ended && !disable_course && seats_left > 0)).toEqual([true, true, true, true]);
    const visitor = await visit(site, world);
    await visitor.open("/");
    const tiles = visitor.page.locator("section[aria-labelledby=featured]");
    expect(await tiles.getByRole("heading", { level: 3 }).getByRole("link").evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname.split("/").at(-1)))).toEqual(courses.map(({ slug }) => slug));
    expect(await tiles.locator('[aria-disabled="true"]').count()).toBe(0);
  });
});
