/**
 * Focuses the heading of a result that replaces the form just sent, because the focus disappeared with the form. The
 * page gets shorter, so the heading is also scrolled into view.
 */
function focusResultHeading(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Returns the props of a heading, which is focused when it is the result of the visitor's last action. */
export const resultHeadingProps = (isResult: boolean) => (isResult ? { ref: focusResultHeading, tabIndex: -1 } : {});
