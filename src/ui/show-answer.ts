/**
 * Ref of the heading of an answer that takes the place of what was sent. The page gets shorter then, so the heading is
 * brought in sight, and it takes the focus that went with the form. Give the heading `tabIndex={-1}`.
 */
export function showAnswer(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Of a heading: `{...answerHeading(isAnswer)}`. */
export const answerHeading = (isAnswer: boolean) => (isAnswer ? { ref: showAnswer, tabIndex: -1 } : {});
