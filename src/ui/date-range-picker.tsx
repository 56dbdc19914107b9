import { parseDate, type CalendarDate } from "@internationalized/date";
import CalendarDays from "lucide-react/icons/calendar-days";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useState, useSyncExternalStore } from "react";
import { Button as AriaButton, DateInput, DateRangePicker, DateSegment, Group, Label, Popover } from "react-aria-components/DateRangePicker";
import { Dialog } from "react-aria-components/Dialog";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { CalendarCell, CalendarGrid, CalendarGridBody, CalendarGridHeader, CalendarHeaderCell, CalendarHeading, RangeCalendar } from "react-aria-components/RangeCalendar";
import { Button } from "./button.tsx";
import { calendarCell } from "./calendar-style.ts";
import { Icon } from "./icon.tsx";

/** Calendar dates `YYYY-MM-DD`, both included. */
export interface DateRangeValue {
  from: string;
  to: string;
}

export interface DateRangePickerProps {
  locale: "en" | "ar";
  value: DateRangeValue | null;
  /** Called with whole ranges only: typed to the end, applied, or cleared. */
  onChange: (value: DateRangeValue | null) => void;
  label: string;
  hideLabel?: boolean;
  labels: { clear: string; apply: string; open: string; previous: string; next: string };
}

const wide = "(min-width: 768px)";
function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(wide);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(wide).matches,
    () => true,
  );
}

type Range = { start: CalendarDate; end: CalendarDate };
const toRange = (value: DateRangeValue | null): Range | null => value && { start: parseDate(value.from), end: parseDate(value.to) };

/** Dates from and to: typed, or chosen in two months (one on phones). Gregorian, Western digits, the week from Sunday. Load it lazily. */
export default function DateRangeField({ locale, value, onChange, label, hideLabel, labels }: DateRangePickerProps) {
  const isWide = useIsWide();
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState<Range | null>(null);
  const settled = toRange(value);

  const send = (range: Range | null) => onChange(range && { from: range.start.toString(), to: range.end.toString() });
  function toggle(open: boolean) {
    if (open) setDraft(settled);
    setOpen(open);
  }
  const close = (range: Range | null) => {
    send(range);
    setOpen(false);
  };

  return (
    <I18nProvider locale={locale === "ar" ? "ar-SA-u-ca-gregory-nu-latn" : "en-GB"}>
      <DateRangePicker<CalendarDate>
        value={isOpen ? draft : settled}
        onChange={(range) => (isOpen ? setDraft(range) : send(range))}
        isOpen={isOpen}
        onOpenChange={toggle}
        shouldCloseOnSelect={false}
        firstDayOfWeek="sun"
        shouldForceLeadingZeros={false}
        className="grid min-w-0 content-start gap-[.45rem]"
      >
        <Label className={hideLabel ? "sr-only" : "text-sm font-medium"}>{label}</Label>
        <Group className="control flex items-center gap-1.5 py-0! ps-3.5! pe-1! tabular-nums">
          <Icon as={CalendarDays} className="me-1.5 text-ink-3" />
          <Typed slot="start" />
          <span aria-hidden="true" className="text-ink-3">–</span>
          <Typed slot="end" />
          <AriaButton aria-label={labels.open} className="ms-auto grid size-11 flex-none place-items-center rounded-control text-ink-2 hover:text-ink">
            <Icon as={ChevronRight} size="sm" className="rotate-90" />
          </AriaButton>
        </Group>
        <Popover placement="bottom start" className="rounded-card border border-line bg-raised text-ink shadow-3 max-md:fixed! max-md:inset-x-0! max-md:top-auto! max-md:bottom-0! max-md:max-h-none! max-md:w-full max-md:rounded-b-none">
          <Dialog className="p-5 outline-none">
            <RangeCalendar visibleDuration={{ months: isWide ? 2 : 1 }} pageBehavior="single" firstDayOfWeek="sun">
              <div className="flex gap-8">
                <Month offset={0} previous={labels.previous} next={isWide ? undefined : labels.next} />
                {isWide && <Month offset={1} next={labels.next} />}
              </div>
            </RangeCalendar>
            <div className="mt-4 flex justify-between border-t border-line pt-4">
              <Button variant="ghost" size="sm" onClick={() => close(null)}>{labels.clear}</Button>
              <Button size="sm" disabled={!draft} onClick={() => close(draft)}>{labels.apply}</Button>
            </div>
          </Dialog>
        </Popover>
      </DateRangePicker>
    </I18nProvider>
  );
}

/** A date typed part by part. */
function Typed({ slot }: { slot: "start" | "end" }) {
  return (
    <DateInput slot={slot} className="inline-flex whitespace-nowrap">
      {(segment) => <DateSegment segment={segment} className="rounded-xs px-px outline-none data-placeholder:text-ink-3 data-focused:bg-primary data-focused:text-on-primary" />}
    </DateInput>
  );
}

function Month({ offset, previous, next }: { offset: number; previous?: string; next?: string }) {
  const arrow = "grid size-11 place-items-center rounded-control text-ink-2 hover:bg-sunken disabled:opacity-40";
  return (
    <div className="w-full md:w-76">
      <div className="grid grid-cols-[2.75rem_1fr_2.75rem] items-center">
        {previous ? <AriaButton slot="previous" aria-label={previous} className={arrow}><Icon as={ChevronLeft} size="sm" mirrors /></AriaButton> : <span />}
        <CalendarHeading offset={{ months: offset }} className="text-center font-sans text-base font-medium tracking-normal" />
        {next && <AriaButton slot="next" aria-label={next} className={arrow}><Icon as={ChevronRight} size="sm" mirrors /></AriaButton>}
      </div>
      <CalendarGrid offset={{ months: offset }} className="mt-1 w-full border-collapse tabular-nums">
        <CalendarGridHeader>{(day) => <CalendarHeaderCell className="h-9 text-xs font-normal text-ink-3">{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={calendarCell} />}</CalendarGridBody>
      </CalendarGrid>
    </div>
  );
}
