import { parseDate, type CalendarDate } from "@internationalized/date";
import { useState, useSyncExternalStore, type RefObject } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Dialog } from "react-aria-components/Dialog";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Popover } from "react-aria-components/Popover";
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  RangeCalendar,
  type CalendarCellRenderProps,
} from "react-aria-components/RangeCalendar";
import { clsx } from "clsx/lite";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

function getCellClass({
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

/** `YYYY-MM-DD`, both days included. */
export interface DateRangeValue {
  from: string;
  to: string;
}

export interface DateRangePickerProps {
  locale: "en" | "ar";
  /** The trigger. It gets the focus back. */
  anchor: RefObject<HTMLElement | null>;
  value: DateRangeValue | null;
  /** The calendar opens at the month of this day. Null: at the present month. */
  initialDay: string | null;
  /** Called with null when the range was cleared. */
  onChoose: (value: DateRangeValue | null) => void;
  onClose: () => void;
  label: string;
  labels: { clear: string; apply: string; previous: string; next: string };
}

const wideQuery = "(min-width: 768px)";
function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wideQuery);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => matchMedia(wideQuery).matches,
    () => true,
  );
}

type Range = { start: CalendarDate; end: CalendarDate };

/**
 * Calendar with two months, or one on phones. Gregorian, Western digits, weeks start on Sunday. Mount it only while it
 * is open, and load it on demand.
 */
export default function DateRangePicker({
  locale,
  anchor,
  value,
  initialDay,
  onChoose,
  onClose,
  label,
  labels,
}: DateRangePickerProps) {
  const isWide = useIsWide();
  const [draft, setDraft] = useState<Range | null>(value && { start: parseDate(value.from), end: parseDate(value.to) });
  return (
    <I18nProvider locale={locale === "ar" ? "ar-SA-u-ca-gregory-nu-latn" : "en-GB"}>
      <Popover
        isOpen
        onOpenChange={(open) => !open && onClose()}
        triggerRef={anchor}
        placement="bottom start"
        className="overflow-y-auto rounded-card border border-line bg-raised text-ink shadow-3 max-md:fixed! max-md:inset-x-0! max-md:top-auto! max-md:bottom-0! max-md:max-h-none! max-md:w-full max-md:rounded-b-none"
      >
        <Dialog aria-label={label} className="p-5 outline-none">
          <RangeCalendar
            aria-label={label}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- the visitor opened the calendar to use its keys
            autoFocus
            value={draft}
            onChange={setDraft}
            defaultFocusedValue={initialDay ? parseDate(initialDay) : undefined}
            visibleDuration={{ months: isWide ? 2 : 1 }}
            pageBehavior="single"
            firstDayOfWeek="sun"
          >
            <div className="flex gap-8">
              <Month offset={0} previous={labels.previous} next={isWide ? undefined : labels.next} />
              {isWide && <Month offset={1} next={labels.next} />}
            </div>
          </RangeCalendar>
          <div className="mt-4 flex justify-between border-t border-line pt-4">
            <Button variant="ghost" size="sm" onClick={() => onChoose(null)}>
              {labels.clear}
            </Button>
            <Button
              size="sm"
              disabled={!draft}
              onClick={() => draft && onChoose({ from: draft.start.toString(), to: draft.end.toString() })}
            >
              {labels.apply}
            </Button>
          </div>
        </Dialog>
      </Popover>
    </I18nProvider>
  );
}

function Month({ offset, previous, next }: { offset: number; previous?: string; next?: string }) {
  const arrowClass = "grid size-11 place-items-center rounded-control text-ink-2 hover:bg-sunken disabled:opacity-40";
  return (
    <div className="w-full md:w-76">
      <div className="grid grid-cols-[2.75rem_1fr_2.75rem] items-center">
        {previous ? (
          <AriaButton slot="previous" aria-label={previous} className={arrowClass}>
            <Icon name="chevron-left" size="sm" mirrors />
          </AriaButton>
        ) : (
          <span />
        )}
        <CalendarHeading
          offset={{ months: offset }}
          className="text-center font-sans text-base font-medium tracking-normal"
        />
        {next && (
          <AriaButton slot="next" aria-label={next} className={arrowClass}>
            <Icon name="chevron-right" size="sm" mirrors />
          </AriaButton>
        )}
      </div>
      <CalendarGrid offset={{ months: offset }} className="mt-1 w-full border-collapse tabular-nums">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="h-9 text-xs font-normal text-ink-3">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={getCellClass} />}</CalendarGridBody>
      </CalendarGrid>
    </div>
  );
}
