import { clsx } from "clsx/lite";
import type { CalendarCellRenderProps } from "react-aria-components/RangeCalendar";

export function calendarCell({
  isSelected,
  isSelectionStart,
  isSelectionEnd,
  isToday,
  isOutsideMonth,
  isDisabled,
  isUnavailable,
  isFocusVisible,
}: CalendarCellRenderProps): string {
  const isEnd = isSelectionStart || isSelectionEnd;
  return clsx(
    "grid h-[42px] place-items-center text-sm outline-none",
    isOutsideMonth && "invisible",
    isEnd ? "bg-primary text-on-primary" : isSelected ? "bg-primary-tint" : "rounded-control",
    isSelectionStart && "rounded-s-control",
    isSelectionEnd && "rounded-e-control",
    isToday && "inset-ring inset-ring-line-2",
    isToday && isSelected && "rounded-control",
    isDisabled || isUnavailable ? "text-ink-3 opacity-50" : !isSelected && "cursor-pointer hover:bg-sunken",
    isFocusVisible && "z-1 outline-2! outline-offset-2 outline-focus!",
  );
}
