import type { KeyboardEvent } from "react";

const focusable =
  'a[href], button:not([disabled]), input:not([disabled], [type="hidden"]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

/** `onKeyDown` of a modal dialog: keeps Tab inside instead of moving to the browser's toolbars. */
export function trapFocus(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== "Tab") return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter((stop) =>
    stop.checkVisibility(),
  );
  const index = stops.indexOf(document.activeElement as HTMLElement);
  const wrapsTo =
    event.shiftKey && index <= 0 ? stops.at(-1) : !event.shiftKey && index === stops.length - 1 ? stops[0] : undefined;
  if (!wrapsTo) return;
  event.preventDefault();
  wrapsTo.focus();
}
