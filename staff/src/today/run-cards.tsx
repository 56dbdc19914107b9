import { listPath } from "../frame/list-state.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "../messages.ts";
import { daysBetween } from "../../../src/i18n/dates.ts";
import { Panel } from "../parts/panel.tsx";
import { isSlow } from "../parts/slow-run.ts";
import { Empty } from "../parts/states.tsx";
import { getCourseThumbnail } from "../parts/course-thumbnail.ts";
import { MoreLink } from "./more-link.tsx";
import { SeatBar } from "../parts/seat-bar.tsx";
import { useAges } from "../parts/age.ts";
import { useFormats } from "../parts/formats.ts";
import { useCan } from "../frame/session.ts";
import type { Part } from "./use-dashboard.ts";
import { isDecisionOver } from "../parts/decision.ts";
import { Rows } from "../parts/rows.tsx";
import { clsx } from "clsx/lite";
import { LinkButton } from "../../../src/ui/link-button.tsx";

type NextRun = Part<"next">["items"][number];
type SlowRun = Part<"slow">["items"][number];
type DueRun = Part<"decide">["items"][number];
type Run = NextRun | SlowRun | DueRun;

/** Returns functions that format facts of a run. */
function useRunTexts() {
  const { nearDays, localized, joinWithCommas } = useFormats();
  const { days } = useAges();
  return {
    getName: (run: Run) => localized(run.name_eng, run.name_ar),
    getVenue: (run: Run) =>
      run.delivery === "online" ? m.staff_today_runs_online() : localized(run.venueEng, run.venueAr),
    getDates: (run: Run) => nearDays(run.startDate, run.endDate),
    getLength: (run: Run) => days(run.days),
    getSpeakers: (run: Run) =>
      joinWithCommas(...run.speakers.map((speaker) => localized(speaker.name_eng, speaker.name_ar))),
  };
}

function RunThumbnail({ image }: { image: string | null }) {
  return image ? (
    <img
      className="h-8.5 w-13.5 flex-none rounded-sm bg-sunken object-cover"
      src={getCourseThumbnail(image)}
      alt=""
      loading="lazy"
    />
  ) : null;
}

function RunRow({ run, today }: { run: NextRun; today: string }) {
  const can = useCan();
  const texts = useRunTexts();
  const { days } = useAges();
  const daysAhead = daysBetween(today, run.startDate);
  const facts = run.today
    ? [texts.getVenue(run), m.staff_today_runs_day_of(run.today), texts.getSpeakers(run)]
    : [texts.getVenue(run), texts.getLength(run)];
  const hours =
    run.today?.from && run.today.to ? m.staff_common_time_range({ from: run.today.from, to: run.today.to }) : null;
  const dateText = daysAhead > 0 ? m.staff_today_runs_in({ days: days(daysAhead) }) : m.staff_today_runs_on_now();
  return (
    <li
      className={clsx(
        "flex min-h-13 items-center gap-3.5 border-t border-line px-pad py-2.5 max-md:flex-wrap max-md:[&>img]:hidden",
        run.today && "bg-primary-tint",
      )}
    >
      <RunThumbnail image={run.image} />
      <div className="min-w-0 flex-1 max-md:basis-full">
        <Link className="font-medium" to={`/runs/${run.id}`}>
          {texts.getName(run)}
        </Link>
        <div className="text-sm text-ink-3">{facts.filter(Boolean).join(" · ")}</div>
      </div>
      <div className="w-34 flex-none max-md:w-auto max-md:flex-1">
        <div className="font-medium">{run.today ? m.staff_menu_today() : texts.getDates(run)}</div>
        <div className="text-sm text-ink-3">{run.today ? hours : dateText}</div>
      </div>
      <SeatBar
        className="w-35 flex-none rtl:w-38"
        sold={run.seatsSold}
        held={run.seatsHeld}
        waiting={run.waiting}
        capacity={run.capacity}
        isLow={isSlow(run, today)}
      />
      {can("roster.read") && (
        <LinkButton
          to={`/runs/${run.id}/roster`}
          size="sm"
          variant={run.today ? "primary" : "secondary"}
          aria-label={m.staff_today_runs_roster_of({ name: texts.getName(run) })}
          // On a phone, the roster of a later run is reached from the page of the run.
          className={run.today ? undefined : "max-md:hidden"}
        >
          {m.staff_common_roster()}
        </LinkButton>
      )}
    </li>
  );
}

/** Current and upcoming runs, with their seats. */
export function NextRunsCard({ next, today }: { next: Part<"next">; today: string }) {
  return (
    <Panel title={m.staff_today_runs_title()} action={<MoreLink to="/runs">{m.staff_menu_runs()}</MoreLink>} flush>
      {next.items.length === 0 ? (
        <Empty icon="calendar-days" title={m.staff_today_runs_none()} />
      ) : (
        <Rows>
          {next.items.map((run) => (
            <RunRow key={run.id} run={run} today={today} />
          ))}
        </Rows>
      )}
    </Panel>
  );
}

function RunWithFewSeats({
  run,
  dateText,
  children,
}: {
  run: SlowRun | DueRun;
  dateText: ReactNode;
  children: ReactNode;
}) {
  const texts = useRunTexts();
  return (
    <div className="grid gap-3 not-first:mt-4 not-first:border-t not-first:border-line not-first:pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <RunThumbnail image={run.image} />
        <div className="min-w-0 flex-1">
          <Link className="font-medium" to={`/runs/${run.id}`}>
            {texts.getName(run)}
          </Link>
          <div className="text-sm text-ink-3">
            {texts.getDates(run)} · {dateText}
          </div>
        </div>
      </div>
      <SeatBar sold={run.seatsSold} held={run.seatsHeld} capacity={run.capacity} isLow />
      {children}
    </div>
  );
}

/** Runs with too few people that need a decision: go ahead, move or cancel. */
export function DecideCard({ decide }: { decide: Part<"decide"> }) {
  const texts = useRunTexts();
  const { date } = useFormats();
  if (decide.items.length === 0) return null;
  const moreLink = decide.count > decide.items.length && <MoreLink to={decidePath}>{m.staff_common_all()}</MoreLink>;
  return (
    <Panel title={m.staff_today_decide_title()} count={decide.count} action={moreLink}>
      {decide.items.map((run) => (
        <RunWithFewSeats
          key={run.id}
          run={run}
          dateText={
            <span className={isDecisionOver(run) ? "font-medium text-danger" : undefined}>
              {m[isDecisionOver(run) ? "staff_today_decide_over" : "staff_today_decide_by"]({
                date: date(run.decideBy.slice(0, 10)),
                time: run.decideBy.slice(11),
              })}
            </span>
          }
        >
          <p>{m.staff_today_decide_missing({ sold: run.seatsSold, needed: run.minSeats })}</p>
          <LinkButton
            variant="secondary"
            to={`/runs/${run.id}`}
            size="sm"
            className="justify-self-start"
            aria-label={`${m.staff_today_decide_open()}: ${texts.getName(run)}, ${texts.getDates(run)}`}
          >
            {m.staff_today_decide_open()}
          </LinkButton>
        </RunWithFewSeats>
      ))}
    </Panel>
  );
}

/** Runs with poor sales two weeks before they start, compared with the last run of the course. */
export function SlowRunsCard({ slow, today }: { slow: Part<"slow">; today: string }) {
  const { days } = useAges();
  const { date } = useFormats();
  if (slow.items.length === 0) return null;
  const moreLink = slow.count > slow.items.length && <MoreLink to={slowRunsPath}>{m.staff_common_all()}</MoreLink>;
  return (
    <Panel title={m.staff_today_slow_title()} count={slow.count} action={moreLink}>
      {slow.items.map((run) => (
        <RunWithFewSeats
          key={run.id}
          run={run}
          dateText={m.staff_today_slow_starts_in({ days: days(daysBetween(today, run.startDate)) })}
        >
          <p>
            {m.staff_today_slow_missing({
              count: run.seatsNeeded - run.seatsSold,
              needed: run.seatsNeeded,
            })}{" "}
            {run.earlier !== null &&
              run.earlier.seatsSold > 0 &&
              m.staff_today_slow_earlier({
                month: date(run.earlier.startDate, "month"),
                seats: run.earlier.seatsSold,
              })}
          </p>
        </RunWithFewSeats>
      ))}
    </Panel>
  );
}

const runsPath = (state: string) => listPath("/runs", { state });
export const slowRunsPath = runsPath("slow");
export const decidePath = runsPath("decide");
