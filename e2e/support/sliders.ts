/** The sliders of the home page, and the page with a clock that stands still. */
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
  /** Opens the home page, whose clock stands still until `runFor`. */
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

/** Where a slide stands: 0 in the frame, 1 after it, -1 before it, whatever the direction. */
export const place = (slider: Locator, index: number) =>
  slider.locator("ul").evaluate((list, at) => {
    const frame = list.parentElement?.getBoundingClientRect();
    const slide = list.children[at]?.getBoundingClientRect();
    if (!frame || !slide) return Number.NaN;
    const away = getComputedStyle(list).direction === "rtl" ? frame.right - slide.right : slide.left - frame.left;
    return Math.round((away / frame.width) * 1000) / 1000 || 0;
  }, index);
/** Resolves when what moves the slides has been fetched. */
export const engine = (slider: Locator) =>
  slider.locator("div:has(> ul)").evaluate(
    (frame) =>
      new Promise<void>((done) => {
        const poll = () =>
          getComputedStyle(frame).overflowX === "hidden"
            ? done()
            : queueMicrotask(() => void fetch("/healthz").then(poll));
        poll();
      }),
  );
/**
 * Resolves when React has rendered: it works in message tasks, as this does, and the clock that stands would not wait
 * for it.
 */
export const drawn = ({ page }: Visitor) =>
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
/** The slide in the frame. */
export const inFrame = async (slider: Locator) => {
  const count = await slider.getByRole("listitem").count();
  for (let index = 0; index < count; index++) if (Math.abs(await place(slider, index)) < 0.001) return index;
  return undefined;
};
