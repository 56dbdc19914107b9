/** What pauses the sliders of the home page, and what resumes them. */
import { m } from "#messages";
import { gallery, hero, slideOffset, test, waitForEngine, waitForRender } from "./support/sliders.ts";
import { expect } from "./support/test.ts";

test.describe("H-08 the sliders stand still", () => {
  const oneMinute = 60_000;

  test("with reduced motion nothing moves, and there is no pause button", async ({ openStill }) => {
    const visitor = await openStill({ calm: true });
    await visitor.page.clock.runFor(oneMinute);
    expect([await slideOffset(hero(visitor), 0), await gallery(visitor).locator("bdi").innerText()]).toEqual([
      0,
      "01 / 44",
    ]);
    await expect(visitor.page.getByRole("button", { name: m.ui_carousel_pause() })).toHaveCount(0);
    expect(visitor.requests.filter((request) => request.url().includes("/carousel-engine-"))).toEqual([]);
  });

  test("while hovered or focused, and continue after the full wait", async ({ openStill }) => {
    const visitor = await openStill();
    const { page } = visitor;
    const slider = hero(visitor);
    await slider.getByRole("heading").hover();
    await waitForRender(visitor);
    await page.clock.runFor(oneMinute);
    expect(await slideOffset(slider, 0)).toBe(0);
    await slider.getByRole("link").focus();
    await page.getByRole("heading", { name: m.site_home_featured() }).hover();
    await waitForRender(visitor);
    await page.clock.runFor(oneMinute);
    expect(await slideOffset(slider, 0)).toBe(0);
    await waitForEngine(slider);
    await slider.getByRole("link").blur();
    await waitForRender(visitor);
    await page.clock.runFor(4900);
    expect(await slideOffset(slider, 0)).toBe(0);
    await page.clock.runFor(500);
    await expect.poll(() => slideOffset(slider, 1)).toBe(0);
  });

  test("in a hidden tab", async ({ openStill }) => {
    const visitor = await openStill();
    const { page } = visitor;
    const setHidden = (isHidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
        document.dispatchEvent(new Event("visibilitychange"));
      }, isHidden);
    await setHidden(true);
    await waitForRender(visitor);
    await page.clock.runFor(oneMinute);
    await expect(gallery(visitor).locator("bdi")).toHaveText("01 / 44", { useInnerText: true });
    await setHidden(false);
    await waitForRender(visitor);
    await page.clock.runFor(5000);
    await expect(gallery(visitor).locator("bdi").filter({ hasText: "02 / 44" })).toBeVisible();
  });

  test("when paused by the button, which is their first element and visible on focus", async ({ openStill }) => {
    const visitor = await openStill();
    const { page } = visitor;
    const slider = hero(visitor);
    const button = slider.getByRole("button").first();
    await button.focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    await expect(slider.locator("a, button").first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(button).toHaveText(m.ui_carousel_play(), { useInnerText: true });
    await button.blur();
    await waitForRender(visitor);
    await page.clock.runFor(oneMinute);
    expect(await slideOffset(slider, 0)).toBe(0);
    await button.press("Enter");
    await expect(button).toHaveText(m.ui_carousel_pause(), { useInnerText: true });
    await button.blur();
    await waitForRender(visitor);
    await page.clock.runFor(5000);
    await waitForEngine(slider);
    await waitForRender(visitor);
    await page.clock.runFor(400);
    await expect.poll(() => slideOffset(slider, 1)).toBe(0);
  });
});
