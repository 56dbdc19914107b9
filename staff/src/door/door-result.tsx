import { clsx } from "clsx/lite";
import type { DoorAnswer } from "../../../src/features/learning/attendance/attendance.ts";
import { m, toSnakeCase } from "../messages.ts";
import { Initial } from "../parts/initial.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { findMark } from "./decide.ts";
import { Buttons, Hint, SellSeat } from "./door-parts.tsx";
import type { DoorResult } from "./door-state.ts";
import type { DoorList, DoorRow } from "./door-store.ts";
import type { useDoorFormats } from "./use-door-formats.ts";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

const tones = {
  good: "bg-success *:first:text-success",
  attention: "bg-warning *:first:text-warning",
  info: "bg-info *:first:text-info",
  wrong: "bg-danger *:first:text-danger",
  unknown: "bg-ink-2 *:first:text-ink-2",
};
const outcomeStyles: Record<DoorAnswer, { tone: keyof typeof tones; icon: IconName }> = {
  in: { tone: "good", icon: "check" },
  "already-in": { tone: "attention", icon: "check-check" },
  "other-run": { tone: "info", icon: "calendar-x" },
  "not-today": { tone: "info", icon: "calendar-x" },
  "not-paid": { tone: "wrong", icon: "clock-alert" },
  cancelled: { tone: "wrong", icon: "ticket-x" },
  unknown: { tone: "unknown", icon: "circle-question-mark" },
  undone: { tone: "unknown", icon: "undo-2" },
};

interface ResultTexts {
  title: string;
  detail: string;
  facts: { label: string; value: string }[];
  hint: string | null;
  name: string | null;
  nameOther: string | null;
  row: DoorRow | undefined;
}

/** Formats the texts that describe the result of a check-in. */
export function formatResult(
  { checkIn, outcome, reply }: DoorResult,
  { list, formats }: { list: DoorList; formats: ReturnType<typeof useDoorFormats> },
): ResultTexts {
  const { date, localized, range, time } = formats;
  const row = list.rows.find(({ id }) => id === (reply?.enrolmentId ?? checkIn.enrolmentId));
  const { sessionId, at } = checkIn.input;
  const mark = reply?.mark ?? (row && findMark(row, sessionId));
  const day = list.sessions.findIndex(({ id }) => id === sessionId) + 1;
  const title = m[`staff_door_answers_${toSnakeCase(outcome)}`]();
  const texts = {
    title,
    detail: m[`staff_door_answers_${toSnakeCase(outcome)}_text`](),
    facts: [] as ResultTexts["facts"],
    hint: null as string | null,
    name: reply?.name ?? row?.name ?? checkIn.name,
    nameOther: reply?.name_other ?? row?.name_other ?? null,
    row,
  };
  switch (outcome) {
    case "in": {
      const minutes = reply?.mark?.lateMinutes;
      return {
        ...texts,
        detail: minutes
          ? m.staff_door_noted_late({ day, minutes })
          : m.staff_door_noted({ day, time: time(mark?.markedAt ?? at) }),
      };
    }
    case "already-in":
      return {
        ...texts,
        detail: mark ? m.staff_door_since({ time: time(mark.markedAt) }) : texts.detail,
        facts: mark
          ? [
              { label: m.staff_door_by(), value: mark.markedBy ?? "–" },
              { label: m.staff_door_how(), value: m[`staff_attendance_ways_${mark.way}`]() },
            ]
          : [],
        hint: m.staff_door_hints_already_in(),
      };
    case "other-run": {
      const otherRun = reply?.otherRun;
      return {
        ...texts,
        facts: otherRun
          ? [
              { label: m.staff_door_ticket_for(), value: localized(otherRun.name_eng, otherRun.name_ar) },
              { label: m.staff_door_dates(), value: range(otherRun.startDate, otherRun.endDate) },
            ]
          : [],
        hint: m.staff_door_hints_not_today(),
      };
    }
    case "not-today": {
      const nextSessionAt = reply?.nextSessionAt;
      return {
        ...texts,
        facts: nextSessionAt
          ? [
              {
                label: m.staff_door_next_session(),
                value: formats.joinWithCommas(
                  date(nextSessionAt),
                  ...(list.timesConfirmed ? [time(nextSessionAt)] : []),
                ),
              },
            ]
          : [],
        hint: m.staff_door_hints_not_today(),
      };
    }
    case "not-paid": {
      const unpaid = row?.unpaid;
      return {
        ...texts,
        facts: unpaid
          ? [
              { label: m.staff_door_unpaid_sum(), value: formats.money(unpaid.total) },
              { label: m.staff_door_unpaid_since(), value: date(unpaid.orderedAt) },
              { label: m.staff_door_unpaid_due(), value: date(unpaid.dueAt) },
              { label: m.staff_door_unpaid_buyer(), value: unpaid.buyer },
            ]
          : [],
        hint: m.staff_door_hints_not_paid(),
      };
    }
    case "cancelled":
      return { ...texts, hint: m.staff_door_hints_cancelled() };
    case "unknown":
      return { ...texts, hint: m.staff_door_hints_unknown() };
    default:
      return texts;
  }
}

interface ResultProps {
  checkInResult: DoorResult;
  texts: ResultTexts;
  runId: number;
  /** The result "In" closes after this time, so that the next ticket can be scanned. */
  closeAfterMs: number;
  onNext(): void;
  onUndo(): void;
  /** Checks in a person whose order is not paid. */
  onAdmitUnpaid(): void;
  onSearch(): void;
}

export function Result({
  checkInResult,
  texts,
  runId,
  closeAfterMs,
  onNext,
  onUndo,
  onAdmitUnpaid,
  onSearch,
}: ResultProps) {
  const { outcome, reply } = checkInResult;
  const { title, detail, facts, hint, name, nameOther, row } = texts;
  const { tone, icon } = outcomeStyles[outcome];
  return (
    <>
      <div className={clsx("-mx-door flex items-center gap-4 px-door py-5 text-white", tones[tone])} role="alert">
        {/* The star of the logo. */}
        <span className="grid size-19 flex-none place-items-center bg-white clip-star">
          <Icon name={icon} size={32} />
        </span>
        <div>
          <p className="font-display text-[1.6rem] leading-[1.3]">{title}</p>
          <p>{detail}</p>
        </div>
      </div>
      {name !== null && (
        <div className="flex items-start gap-4 pt-4 pb-1 font-display text-[1.35rem] leading-[1.4] font-medium">
          <Initial name={name} className="size-12! text-base!" />
          <p className="min-w-0 wrap-anywhere">
            <bdi>{name}</bdi>
            {nameOther && (
              <SecondLine className="font-sans font-normal">
                <bdi>{nameOther}</bdi>
              </SecondLine>
            )}
            {row && (
              <SecondLine className="font-sans font-normal">
                {m.staff_door_seat({ seat: row.seat, order: row.orderId })}
              </SecondLine>
            )}
          </p>
        </div>
      )}
      {facts.length > 0 && (
        <dl className="mt-2 mb-1 border-t border-line pt-2.5">
          {facts.map(({ label, value }) => (
            <div key={label} className="flex justify-between gap-4 py-1">
              <dt className="flex-none text-ink-3">{label}</dt>
              <dd className="text-end">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {hint && <Hint icon="info">{hint}</Hint>}
      {reply === null && <Hint icon="hourglass">{m.staff_door_is_waiting()}</Hint>}
      {outcome === "in" && (
        <span
          className="mt-3 block h-1 origin-left animate-run-out rounded-full bg-success rtl:origin-right"
          style={{ animationDuration: `${closeAfterMs}ms` }}
          aria-hidden="true"
        />
      )}
      <Buttons>
        {outcome === "in" && (
          <Button variant="secondary" size="lg" icon="undo-2" mirrorsIcon onClick={onUndo}>
            {m.staff_common_action_undo()}
          </Button>
        )}
        {outcome === "not-paid" && (
          <Button variant="secondary" size="lg" icon="door-open" onClick={onAdmitUnpaid}>
            {m.staff_door_let_in()}
          </Button>
        )}
        {outcome === "cancelled" && <SellSeat runId={runId} />}
        {outcome === "already-in" && (
          <Button variant="secondary" size="lg" icon="search" onClick={onSearch}>
            {m.staff_common_search_by_name()}
          </Button>
        )}
        {outcome === "unknown" ? (
          <>
            <Button variant="secondary" size="lg" icon="scan-qr-code" onClick={onNext}>
              {m.staff_door_again()}
            </Button>
            <Button size="lg" icon="search" variant="primary" autoFocus onClick={onSearch}>
              {m.staff_common_search_by_name()}
            </Button>
          </>
        ) : (
          <Button
            size="lg"
            variant="primary"
            autoFocus
            onClick={onNext}
            {...(outcome !== "not-paid" && { icon: "scan-qr-code" as const })}
          >
            {outcome === "not-paid" ? m.staff_door_keep_out() : m.staff_door_next()}
          </Button>
        )}
      </Buttons>
    </>
  );
}
