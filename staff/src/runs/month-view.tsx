import { useState, useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { m } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { addDays, daysBetween } from "../../../src/i18n/dates.ts";
import { Panel } from "../parts/panel.tsx";
import { addMonths, toTime, today, getWeeks } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { ScrollRegion } from "../parts/scroll-region.tsx";
import { isSlow } from "../parts/slow-run.ts";
import { Failed, getFailure, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { ClashAlert } from "./clash-alert.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import type { CalendarRun } from "./types.ts";
import { staffQuery } from "../api.ts";
import { clsx } from "clsx/lite";
import { Button } from "../../../src/ui/button.tsx";

/** A bar in a week of the calendar: consecutive teaching days of a run. */
interface Bar<Run> {
  run: Run;
  /** First column, from 1 to 7. */
  column: number;
  /** Number of columns. */
  span: number;
  /** Row of the bar within its week, from 0. */
  lane: number;
  /** The first day of the bar, and its number among the teaching days of the run, from 1. */
  date: string;
  day: number;
}

/** Builds one bar for each series of consecutive days. Bars that would overlap get different lanes. */
function buildBars<Run extends { id: number; dates: string[] }>(
  week: readonly string[],
  runs: readonly Run[],
): Bar<Run>[] {
  const bars = runs.flatMap((run) => {
    const weekBars: Omit<Bar<Run>, "lane">[] = [];
    for (const [index, date] of week.entries()) {
      const day = run.dates.indexOf(date) + 1;
      if (day === 0) continue;
      const previousBar = weekBars.at(-1);
      if (previousBar && addDays(previousBar.date, previousBar.span) === date) previousBar.span += 1;
      else weekBars.push({ run, column: index + 1, span: 1, date, day });
    }
    return weekBars;
  });
  /** The last column taken in each lane. */
  const laneEnds: number[] = [];
  return bars
    .toSorted((a, b) => a.column - b.column || b.span - a.span || a.run.id - b.run.id)
    .map((bar) => {
      const freeLane = laneEnds.findIndex((end) => end < bar.column);
      const lane = freeLane < 0 ? laneEnds.length : freeLane;
      laneEnds[lane] = bar.column + bar.span - 1;
      return { ...bar, lane };
    });
}

/** The calendar day under the pointer, even where a bar covers it. Null outside the calendar. */
const getDayAtPointer = ({ clientX, clientY }: DragEvent): string | null =>
  document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.getAttribute("data-day"))
    .find((day) => day !== null) ?? null;

/** While dragging, calls `onDrop` with the day of the drop, or with null if it was outside the calendar. */
function useDayDrop(isDragging: boolean, onDrop: (day: string | null) => void): void {
  const latestOnDrop = useRef(onDrop);
  useEffect(() => {
    latestOnDrop.current = onDrop;
  });
  useEffect(() => {
    if (!isDragging) return undefined;
    const handleDragOver = (event: DragEvent) => getDayAtPointer(event) !== null && event.preventDefault();
    const handleDrop = (event: DragEvent) => {
      event.preventDefault();
      latestOnDrop.current(getDayAtPointer(event));
    };
    const handleDragEnd = () => latestOnDrop.current(null);
    document.addEventListener("dragover", handleDragOver);
    document.addEventListener("drop", handleDrop);
    document.addEventListener("dragend", handleDragEnd);
    return () => {
      document.removeEventListener("dragover", handleDragOver);
      document.removeEventListener("drop", handleDrop);
      document.removeEventListener("dragend", handleDragEnd);
    };
  }, [isDragging]);
}

/** The runs between two days. The previous month stays visible while the next one loads. */
const useCalendar = (from: string, to: string) =>
  useQuery({ ...staffQuery("GET /api/staff/run-calendar", { from, to }), placeholderData: keepPreviousData });

const isMonth = (text: string | null): text is string => text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

interface Dragged {
  run: CalendarRun;
  /** The day on which the bar was grabbed. */
  date: string;
}

/**
 * Shows the runs of a month, in weeks from Sunday to Saturday. Staff can drag a run to another day; a dialog then shows
 * who is notified and moves it.
 */
export function MonthView() {
  const { date } = useFormats();
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const monthParam = params.get("month");
  const month = isMonth(monthParam) ? monthParam : today().slice(0, 7);
  const weeks = getWeeks(month);
  const [from = "", to = ""] = [weeks[0]?.[0], weeks.at(-1)?.[6]];
  const { data, error, refetch } = useCalendar(from, to);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [movingRun, setMovingRun] = useState<{ run: CalendarRun; start: string } | null>(null);
  const showMonth = (newMonth: string) => setParams({ view: "month", month: newMonth });
  useDayDrop(dragged !== null, (day) => {
    if (dragged && day !== null && day !== dragged.date)
      setMovingRun({ run: dragged.run, start: addDays(dragged.run.startDate, daysBetween(dragged.date, day)) });
    setDragged(null);
  });
  const failure = getFailure({ data, error });
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />;
  // Shown for the first month only. While another month loads, the previous one stays visible.
  if (!data) return <LoadingState lines={8} />;
  const dayNames = weeks[0]?.map((day) => date(day, "full").split(/[\s،,]/)[0]);
  return (
    <div className="grid gap-4">
      <ClashAlert clashes={data.clashes} />
      <Panel
        flush
        footer={
          <div className="flex w-full flex-wrap items-center gap-x-5 gap-y-2 text-sm">
            <LegendEntry kind="onsite">{m.staff_runs_delivery_onsite()}</LegendEntry>
            <LegendEntry kind="online">{m.staff_runs_delivery_online()}</LegendEntry>
            <LegendEntry kind="slow">{m.staff_runs_states_slow()}</LegendEntry>
            <LegendEntry kind="full">{m.staff_runs_states_full()}</LegendEntry>
            {can("schedule.move") && <span className="ms-auto text-ink-3">{m.staff_runs_drag_hint()}</span>}
          </div>
        }
      >
        <div className="flex flex-wrap items-center gap-2 px-pad py-3">
          <TooltipButton
            icon="chevron-left"
            mirrors
            label={m.staff_common_previous_month()}
            onClick={() => showMonth(addMonths(month, -1))}
          />
          <h2 className="min-w-40 text-center font-sans text-h4 tracking-normal" aria-live="polite">
            {date(`${month}-15`, "month")}
          </h2>
          <TooltipButton
            icon="chevron-right"
            mirrors
            label={m.staff_common_next_month()}
            onClick={() => showMonth(addMonths(month, 1))}
          />
          <Button variant="secondary" size="sm" onClick={() => showMonth(today().slice(0, 7))}>
            {m.staff_runs_today()}
          </Button>
        </div>
        <ScrollRegion className="overflow-x-auto" label={date(`${month}-15`, "month")}>
          <div className={clsx(weekClass, "text-sm text-ink-3 *:px-2.75 *:py-1.75")} aria-hidden="true">
            {dayNames?.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </div>
          {weeks.map((week) => (
            <Week
              key={week[0]}
              week={week}
              month={month}
              bars={buildBars(week, data.runs)}
              onDrag={can("schedule.move") ? setDragged : null}
            />
          ))}
        </ScrollRegion>
      </Panel>
      {movingRun && (
        <MoveDialog
          run={movingRun.run}
          start={movingRun.start}
          onClose={() => setMovingRun(null)}
          onMoved={() => void refetch()}
        />
      )}
    </div>
  );
}

interface WeekProps {
  week: string[];
  month: string;
  bars: Bar<CalendarRun>[];
  onDrag: ((dragged: Dragged) => void) | null;
}

function LegendEntry({ kind, children }: { kind: keyof typeof barClasses; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <i className={clsx("size-3.5 border-s-3", barClasses[kind])} />
      {children}
    </span>
  );
}

const weekClass = "grid min-w-210 grid-cols-[repeat(7,minmax(7.5rem,1fr))]";

function Week({ week, month, bars, onDrag }: WeekProps) {
  const { date } = useFormats();
  const lanes = Math.max(1, ...bars.map(({ lane }) => lane + 1));
  return (
    <ul
      className={clsx(weekClass, "min-h-29")}
      style={{ gridTemplateRows: `1.9rem repeat(${lanes}, auto) minmax(0.6rem, 1fr)` }}
    >
      {week.map((day, index) => (
        <li
          key={day}
          className={clsx(
            "row-span-full border-t border-line px-2.75 py-1.5 not-first:border-s",
            index > 4 && "bg-row",
          )}
          style={{ gridColumn: index + 1 }}
          data-day={day}
        >
          <time
            dateTime={day}
            className={clsx(
              "text-sm whitespace-nowrap tabular-nums",
              day === today()
                ? "inline-block min-w-6.5 rounded-full bg-primary text-center text-white"
                : !day.startsWith(month) && "text-ink-3",
            )}
          >
            {day.startsWith(month) || (index > 0 && !day.endsWith("-01"))
              ? Number(day.slice(8))
              : date(day).replace(/[\s،,]*\d{4}.*$/, "")}
          </time>
        </li>
      ))}
      {bars.map((bar) => (
        <RunBar key={`${bar.run.id} ${bar.date}`} bar={bar} onDrag={onDrag} />
      ))}
    </ul>
  );
}

const barClasses = {
  onsite: "border-bar bg-bar-tint",
  online: "border-accent bg-accent-tint",
  slow: "border-bar-low bg-warning-tint",
  full: "border-primary-press bg-bar-full",
};

function getBarKind(run: CalendarRun): keyof typeof barClasses {
  if (run.seatsSold >= run.capacity) return "full";
  return isSlow(run) ? "slow" : run.delivery;
}

function RunBar({ bar, onDrag }: { bar: Bar<CalendarRun>; onDrag: WeekProps["onDrag"] }) {
  const { localized } = useFormats();
  const { run, column, span, lane, day } = bar;
  const kind = getBarKind(run);
  const seats = m.staff_shell_seats_of({ sold: run.seatsSold, capacity: run.capacity });
  const firstSession = run.sessions[0];
  const timeText =
    day > 1 || run.dates.length > span
      ? m.staff_common_day_of({ day, days: run.days })
      : run.timesConfirmed && firstSession
        ? toTime(firstSession.startsAt)
        : m.staff_runs_times_open();
  return (
    <li className="z-1 min-w-0 px-1.5 py-0.5" style={{ gridColumn: `${column} / span ${span}`, gridRow: lane + 2 }}>
      <Link
        to={`/runs/${run.id}`}
        className={clsx(
          "block overflow-hidden rounded-sm border-s-3 px-2 py-1 leading-snug hover:ring-1",
          barClasses[kind],
        )}
        draggable={onDrag !== null}
        onDragStart={() => onDrag?.({ run, date: bar.date })}
      >
        <span className="block truncate font-medium">{localized(run.name_eng, run.name_ar)}</span>
        <span className="block truncate text-sm/snug text-ink-2 tabular-nums [&>svg]:me-1 [&>svg]:inline-block [&>svg]:align-[-.15em]">
          {kind === "slow" && <Icon name="trending-down" size={14} />}
          {kind === "full" && <Icon name="check" size={14} />}
          {kind === "online" && <Icon name="video" size={14} />}
          {seats}
          {kind === "slow" && ` ${m.staff_shell_seats_low()}`}
          {kind === "full" && ` ${m.staff_shell_seats_full()}`}
          {` · ${timeText}`}
        </span>
      </Link>
    </li>
  );
}
