import { expect } from "@playwright/test";
import type { Visitor } from "./visitor.ts";

/**
 * Finds the elements that extend beyond the window or beyond their panel. Content that scrolls or ends in an ellipsis
 * may be longer, and pictures are not checked. Measures after two frames, because `matchMedia` reports a new width in
 * the first frame and the page is rendered for it in the second.
 */
export const sticksOut = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    const isCut = (element: Element): boolean =>
      element.scrollWidth > element.clientWidth &&
      (getComputedStyle(element).overflowX === "auto" || getComputedStyle(element).textOverflow === "ellipsis");
    const isWithin = (element: Element, test: (ancestor: Element) => boolean): boolean =>
      test(element) || (element.parentElement !== null && isWithin(element.parentElement, test));
    return [...document.querySelectorAll("main :is(h1, h2, p, a, button, dd, td, th, bdi)")]
      .filter(
        (element) =>
          !isWithin(element, (ancestor) => isCut(ancestor) || getComputedStyle(ancestor).position === "absolute"),
      )
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

/** Checks that a page is accessible, and that no element extends beyond it at 320 px and at the visitor's own width. */
export async function checkNarrow(visitor: Visitor, what: string, checkPage = visitor.checkPage): Promise<void> {
  await checkPage(what);
  for (const width of [320, visitor.width]) {
    await visitor.page.setViewportSize({ width, height: 844 });
    expect(await sticksOut(visitor), `${what} at ${width}`).toEqual([]);
  }
}
