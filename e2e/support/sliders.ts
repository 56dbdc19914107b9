/** The sliders of the home page, and the home page with a stopped clock. */
import type { Locator } from "@playwright/test";
import { m } from "#messages";
import { test as base } from "./test.ts";
import type { Visitor, VisitorOptions } from "./visitor.ts";

export const hero = ({ page, locale }: Visitor) =>
  page.getByRole("region", { name: m.site_home_banners({}, { locale }) });
export const gallery = ({ page, locale }: Visitor) =>
  page.getByRole("region", { name: m.site_home_gallery({}, { locale }) });
export const radar = ({ page, locale }: Visitor) =>
  page.getByRole("region", { name: m.site_home_radar_banners({}, { locale }) });

export const test = base.extend<{ openStill(options?: VisitorOptions & { calm?: boolean }): Promise<Visitor> }>({
  /** Opens the home page with a stopped clock; `page.clock.runFor` moves it. `calm` means reduced motion. */
  openStill: ({ site, visit }, use) =>
    use(async ({ calm, ...options } = {}) => {
      const visitor = await visit(site, options);
      if (calm) await visitor.page.emulateMedia({ reducedMotion: "reduce" });
      await visitor.page.clock.install({ time: 0 });
      await visitor.page.clock.pauseAt(1000);
      await visitor.open("/");
      return visitor;
    }),
});

/**
 * Returns the distance of a slide from the frame in reading direction, in widths of the frame: 0 in the frame, 1 just
 * after it, -1 just before it.
 */
export const slideOffset = (slider: Locator, index: number) =>
  slider.locator("ul").evaluate((list, slideIndex) => {
    const frame = list.parentElement?.getBoundingClientRect();
    const slide = list.children[slideIndex]?.getBoundingClientRect();
    if (!frame || !slide) return Number.NaN;
    const distance = getComputedStyle(list).direction === "rtl" ? frame.right - slide.right : slide.left - frame.left;
    return Math.round((distance / frame.width) * 1000) / 1000 || 0;
  }, index);
/** Resolves when the page has loaded the script that moves the slides. */
export const waitForEngine = (slider: Locator) =>
  slider.locator("div:has(> ul)").evaluate(
    (frame) =>
      new Promise<void>((resolve) => {
        const poll = () =>
          getComputedStyle(frame).overflowX === "hidden"
            ? resolve()
            : queueMicrotask(() => void fetch("/healthz").then(poll));
        poll();
      }),
  );
/**
 * Resolves when React has rendered. React works in message tasks, so this waits for fifty of them; timers do not help,
 * because the clock is stopped.
 */
export const waitForRender = ({ page }: Visitor) =>
  page.evaluate(async () => {
    for (let task = 0; task < 50; task++) {
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.addEventListener("message", resolve, { once: true });
        port1.start();
        port2.postMessage(null);
      });
    }
  });
/** Resolves with the index of the slide in the frame; undefined while none is there. */
export const slideInFrame = async (slider: Locator) => {
  const count = await slider.getByRole("listitem").count();
  for (let index = 0; index < count; index++) if (Math.abs(await slideOffset(slider, index)) < 0.001) return index;
  return undefined;
};
