/** The moving parts of the home page: what moves, when, and what stops it. */
import { m } from "#messages";
import { post, type ListedCourse } from "#test/http/client.ts";
import {
  gallery,
  hero,
  radar,
  slideInFrame,
  slideOffset,
  test,
  waitForEngine,
  waitForRender,
} from "./support/sliders.ts";
import { expect } from "./support/test.ts";
import { focusWithin, selectViewports } from "./support/visitor.ts";

for (const viewport of selectViewports("en"))
  test.describe(`home (${viewport.locale}, ${viewport.width} px)`, () => {
    test("H-01 the banners move every 5000 ms, each movement takes 300 ms, and they start over after the last, without arrows or dots", async ({
      openStill,
    }) => {
      const visitor = await openStill(viewport);
      const { clock } = visitor.page;
      const slider = hero(visitor);
      const count = 4;
      await expect(slider.getByRole("listitem")).toHaveCount(count);
      // Two buttons: the visually hidden one that stops the slides, and Book a demo.
      await expect(slider.getByRole("button")).toHaveCount(2);
      await clock.runFor(4900);
      expect(await slideOffset(slider, 0)).toBe(0);
      await clock.runFor(100);
      await waitForEngine(slider);
      await waitForRender(visitor);
      await clock.runFor(400);
      await expect.poll(async () => [await slideOffset(slider, 0), await slideOffset(slider, 1)]).toEqual([-1, 0]);
      await clock.runFor(4590);
      expect(await slideOffset(slider, 1)).toBe(0);
      let moved = 0;
      for (let waited = 0; waited < 700; waited += 20) {
        const before = await slideOffset(slider, 2);
        await clock.runFor(20);
        if (before !== (await slideOffset(slider, 2))) moved += 20;
      }
      expect(await slideOffset(slider, 2)).toBe(0);
      expect(moved).toBeGreaterThanOrEqual(240);
      expect(moved).toBeLessThanOrEqual(340);
      await clock.runFor(10_000);
      await expect.poll(() => slideInFrame(slider)).toBe(0);
    });

    test(
      "H-03 the 44 pictures move after 5 s and then every 10 s, start over after the last, and have arrows",
      { tag: "@all" },
      async ({ openStill }) => {
        const visitor = await openStill(viewport);
        const { page } = visitor;
        const slider = gallery(visitor);
        const counter = slider.locator("bdi");
        await expect(slider.getByRole("listitem")).toHaveCount(44);
        await page.clock.runFor(4900);
        await expect(counter).toHaveText("01 / 44", { useInnerText: true });
        await page.clock.runFor(100);
        await expect(counter.filter({ hasText: "02 / 44" })).toBeVisible();
        await waitForEngine(slider);
        await page.clock.runFor(9900);
        await expect(counter).toHaveText("02 / 44", { useInnerText: true });
        await page.clock.runFor(100);
        await expect(counter.filter({ hasText: "03 / 44" })).toBeVisible();
        await page.clock.runFor(42 * 10_000);
        await expect(counter.filter({ hasText: "01 / 44" })).toBeVisible();
        if (viewport.width < 768) return;
        await slider.getByRole("button", { name: m.ui_carousel_previous({}, { locale: viewport.locale }) }).click();
        await expect(counter.filter({ hasText: "44 / 44" })).toBeVisible();
        await page.clock.runFor(400);
        await expect.poll(() => slideOffset(slider, 43)).toBeCloseTo(0, 1);
      },
    );

    test(
      "F-47 H-07 the Radar banners are a slider at every width, show two from 768 to 991 px, and their arrows stop at the ends",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        const { page, locale } = visitor;
        await visitor.open("/");
        const slider = radar(visitor);
        const [previousButton, nextButton] = [m.ui_carousel_previous, m.ui_carousel_next].map((name) =>
          slider.getByRole("button", { name: name({}, { locale }) }),
        );
        // The gap before a slide lies outside the frame, so the offset of the first slide is not exactly 0.
        const isFirst = async (index: number) => Math.abs(await slideOffset(slider, index)) < 0.1;
        if (!previousButton || !nextButton) throw new Error("no arrows");
        await expect(slider.getByRole("listitem")).toHaveCount(3);
        for (const [width, stops] of [
          [viewport.width, 3],
          [800, 2],
          [1024, 3],
        ] as const) {
          await page.setViewportSize({ width, height: 900 });
          // From the first stop, where the last banner is out of view, to the last, where it is in view.
          while (await previousButton.isEnabled()) await previousButton.click();
          await expect.poll(() => isFirst(0), { message: `${width} px` }).toBe(true);
          expect(await slideOffset(slider, 2)).toBeGreaterThan(0.9);
          for (let stop = 1; stop < stops; stop++) {
            await expect(nextButton).toBeEnabled();
            await nextButton.click();
            await expect.poll(() => isFirst(stop), { message: `${width} px, stop ${stop}` }).toBe(true);
          }
          await expect.poll(() => nextButton.isDisabled(), { message: `${width} px` }).toBe(true);
        }
        await visitor.checkPage("the slider of banners");
      },
    );

    test("H-07 a Radar banner opens in a dark lightbox of at most 0.9 of the window height, with arrow keys; Escape removes it after 500 ms", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page, locale } = visitor;
      await page.clock.install();
      await visitor.open("/");
      const countLightboxRequests = () =>
        visitor.requests.filter((request) => request.url().includes("/lightbox-")).length;
      expect(countLightboxRequests()).toBe(0);
      const opener = page.getByRole("button", {
        name: m.site_home_radar_enlarge({ caption: m.site_home_radar_audits({}, { locale }) }, { locale }),
      });
      await radar(visitor)
        .getByRole("button", { name: m.ui_carousel_next({}, { locale }) })
        .click();
      await expect.poll(async () => Math.abs(await slideOffset(radar(visitor), 1)) < 0.1).toBe(true);
      await opener.click();
      const box = page.getByRole("dialog", { name: m.ui_lightbox({}, { locale }) });
      await expect(box).toBeVisible();
      expect(countLightboxRequests()).toBe(1);
      const expectPicture = (at: number, caption: string) =>
        expect(box.locator("figcaption").filter({ hasText: `${at} / 3${caption}` })).toBeVisible();
      const captions = [m.site_home_radar_incidents, m.site_home_radar_audits, m.site_home_radar_risks].map((text) =>
        text({}, { locale }),
      );
      await expectPicture(2, captions[1] ?? "");
      expect(
        await box.evaluate((element) => [
          getComputedStyle(element).backgroundColor,
          getComputedStyle(element).transitionDuration,
        ]),
      ).toEqual(["rgba(0, 0, 0, 0.8)", expect.stringMatching(/^0\.5s/)]);
      for (const [key, at] of (locale === "ar"
        ? [
            ["ArrowLeft", 3],
            ["ArrowLeft", 1],
            ["ArrowRight", 3],
          ]
        : [
            ["ArrowRight", 3],
            ["ArrowRight", 1],
            ["ArrowLeft", 3],
          ]) as [string, number][]) {
        await page.keyboard.press(key);
        await expectPicture(at, captions[at - 1] ?? "");
      }
      const size = await box.locator("img").evaluate((image) => ({
        height: image.getBoundingClientRect().height / innerHeight,
        width: image.getBoundingClientRect().width / innerWidth,
      }));
      expect(size.height).toBeLessThanOrEqual(0.9);
      expect(size.width).toBeLessThanOrEqual(0.95);
      await page.clock.runFor(1000);
      await visitor.checkPage("an enlarged picture");
      for (let stop = 0; stop < 5; stop++) {
        await page.keyboard.press("Tab");
        await expect(focusWithin(box)).toBeVisible();
      }
      await page.clock.pauseAt(Date.now() + 3_600_000);
      // Added after the page's own listener for `close`: when this one runs, the page's 500 ms timer has started.
      await box.evaluate((element) =>
        Object.assign(window, {
          lightboxClosed: new Promise((resolve) => element.addEventListener("close", resolve, { once: true })),
        }),
      );
      await page.keyboard.press("Escape");
      await page.evaluate(() =>
        (window as unknown as { lightboxClosed: Promise<unknown> }).lightboxClosed.then(() => {}),
      );
      await expect(opener).toBeFocused();
      await page.clock.runFor(480);
      await expect(page.locator("dialog figure")).toHaveCount(1);
      await page.clock.runFor(20);
      await expect(page.locator("dialog figure")).toHaveCount(0);
    });
  });

test.describe("the first screen", () => {
  test("weighs at most 450 kB and loads no film", async ({ visit, site }) => {
    await (await fetch(site.url)).text();
    const visitor = await visit(site);
    await visitor.open("/");
    await visitor.page.waitForLoadState("networkidle");
    const sizes = await Promise.all(visitor.requests.map(async (request) => (await request.sizes()).responseBodySize));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(450_000);
    expect(visitor.requests.filter((request) => /\.(webm|mp4|vtt)$/.test(request.url()))).toEqual([]);
  });

  test("H-01 shows the drawn picture when a banner's file fails to load", { tag: "@all" }, async ({ visit, site }) => {
    const visitor = await visit(site);
    await visitor.context.route("**/admin/images/banners/**", (route) => route.abort());
    visitor.expectFailure(/\/admin\/images\/banners\//);
    await visitor.open("/");
    await expect(hero(visitor).locator('img[src^="/art/hero."]').first()).toBeVisible();
  });
});

test("H-06 the Radar film starts 200 px before it is in view, muted and only once", async ({ visit, site }) => {
  const visitor = await visit(site);
  const { page } = visitor;
  await visitor.open("/");
  const film = page.locator("video");
  /** Scrolls until `pixels` px lie between the window's lower edge and the film. */
  const scrollWithin = (pixels: number) =>
    film.evaluate(async (element, distance) => {
      scrollBy({ top: element.getBoundingClientRect().top - innerHeight - distance, behavior: "instant" });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))));
    }, pixels);
  const isPaused = () => film.evaluate((element) => (element as HTMLVideoElement).paused);
  await scrollWithin(230);
  expect(await isPaused()).toBe(true);
  await scrollWithin(190);
  await page.waitForFunction(() => document.querySelector("video")?.paused === false);
  expect(await film.evaluate((element) => (element as HTMLVideoElement).muted)).toBe(true);
  await film.evaluate((element) => (element as HTMLVideoElement).pause());
  await scrollWithin(900);
  await scrollWithin(100);
  expect(await isPaused()).toBe(true);
});

for (const viewport of selectViewports("en"))
  test.describe(`featured courses (${viewport.locale}, ${viewport.width} px)`, () => {
    test(
      "H-02 F-46 are what courses-by-category returns with limit 4, and all can be booked",
      { tag: "@all" },
      async ({ visit, site }) => {
        const { body } = await post(site, "/api/courses-by-category", { cat: "healthcare-quality", limit: 4 });
        const courses = body["data"] as ListedCourse[];
        expect(
          courses.map(({ ended, disable_course, seats_left }) => !ended && !disable_course && seats_left > 0),
        ).toEqual([true, true, true, true]);
        const visitor = await visit(site, viewport);
        await visitor.open("/");
        const tiles = visitor.page.locator("section[aria-labelledby=featured]");
        await expect
          .poll(() =>
            tiles
              .getByRole("heading", { level: 3 })
              .getByRole("link")
              .evaluateAll((links) =>
                links.map((link) => new URL((link as HTMLAnchorElement).href).pathname.split("/").at(-1)),
              ),
          )
          .toEqual(courses.map(({ slug }) => slug));
        await expect(tiles.locator('[aria-disabled="true"]')).toHaveCount(0);
      },
    );
  });
