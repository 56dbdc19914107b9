/**
 * Ref for the heading of a result that replaces the form just sent. The page gets shorter, so the heading is scrolled
 * into view, and it takes the focus that disappeared with the form. Give the heading `tabIndex={-1}`.
 */
export function showAnswer(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Props for the heading: `{...answerHeading(isAnswer)}`. */
export const answerHeading = (isAnswer: boolean) => (isAnswer ? { ref: showAnswer, tabIndex: -1 } : {});
