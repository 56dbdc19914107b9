import { expect } from "@playwright/test";
import type { Visitor } from "./visitor.ts";

/**
 * What shows beyond the window, or beyond the frame it is drawn in; what scrolls by itself or ends in dots, and
 * pictures, may be longer. Measured after two frames: `matchMedia` reports a new width in the first, and the page is drawn
 * for it in the second.
 */
export const sticksOut = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    const scrolls = (element: Element): boolean =>
      element.scrollWidth > element.clientWidth &&
      (getComputedStyle(element).overflowX === "auto" || getComputedStyle(element).textOverflow === "ellipsis");
    const within = (element: Element, test: (one: Element) => boolean): boolean =>
      test(element) || (element.parentElement !== null && within(element.parentElement, test));
    return [...document.querySelectorAll("main :is(h1, h2, p, a, button, dd, td, th, bdi)")]
      .filter((element) => !within(element, (one) => scrolls(one) || getComputedStyle(one).position === "absolute"))
      .filter((element) => {
        const frame = element.closest("[class*=rounded-panel]") ?? document.documentElement;
        const [inner, outer] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
        return inner.width > 0 && (inner.left < outer.left - 1 || inner.right > outer.right + 1);
      })
      .map((element) => element.outerHTML.slice(0, 120))
      .concat(
        document.documentElement.scrollWidth > innerWidth
          ? [`the page is ${document.documentElement.scrollWidth} px wide`]
          : [],
      );
  });

/** Looks at a page, and whether anything sticks out of it at 320 px and at the visitor's own width. */
export async function checkNarrow(visitor: Visitor, what: string, check = visitor.check): Promise<void> {
  await check(what);
  for (const width of [320, visitor.width]) {
    await visitor.page.setViewportSize({ width, height: 844 });
    expect(await sticksOut(visitor), `${what} at ${width}`).toEqual([]);
  }
}
