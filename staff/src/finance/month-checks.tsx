import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { m } from "../messages.ts";
import { callStaff } from "../api.ts";
import { TaskProgress } from "../tasks/task-state.tsx";
import { isOpen, useTask } from "../tasks/use-task.ts";
import { Panel } from "../parts/panel.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { getMonthQueryKey, type Books, type LastCheck, type Month } from "./use-month.ts";
import { Row, Rows } from "../parts/rows.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { TextLink } from "../parts/text-link.tsx";

type CheckState = "good" | "wrong" | "open";
const checkStateStyles = {
  good: ["circle-check", "text-success"],
  wrong: ["circle-alert", "text-danger"],
  open: ["circle-dashed", "text-warning"],
} as const;

/** The checks before a month is closed. Each shows its result and an action. */
export function MonthChecks({ month }: { month: Month }) {
  const results = [
    listMissingNumbers(month).length === 0,
    hasPassed(month, month.comparison),
    hasPassed(month, month.check),
    month.openRefunds.length === 0,
  ];
  const openCount = results.filter((isPassed) => !isPassed).length;
  return (
    <Panel
      title={openCount === 0 ? m.staff_finance_checks_all_right() : m.staff_finance_checks_title({ count: openCount })}
      flush
    >
      <Rows>
        <NumbersCheck month={month} />
        <ComparisonCheck month={month} />
        <ChainCheck month={month} />
        <RefundsCheck month={month} />
      </Rows>
    </Panel>
  );
}

/** Whether the month has ended since the check ran. */
const ranTooEarly = ({ isOver, endsAt }: Month, check: LastCheck) => isOver && check.endedAt < endsAt;
const hasPassed = (month: Month, check: LastCheck | null) => check?.faults === 0 && !ranTooEarly(month, check);

const listMissingNumbers = ({ invoices, creditNotes }: Month) => [...invoices.missing, ...creditNotes.missing];

function CheckRow({
  state,
  children,
  action,
}: {
  state: CheckState;
  children: React.ReactNode;
  action?: React.ReactNode;
}) {
  return (
    <Row
      start={
        <>
          <Icon name={checkStateStyles[state][0]} className={checkStateStyles[state][1]} />
          <span className="sr-only">{m[`staff_finance_checks_standing_${state}`]()}</span>
        </>
      }
      end={action}
    >
      {children}
    </Row>
  );
}

function NumbersCheck({ month }: { month: Month }) {
  const { number } = useFormats();
  const missingNumbers = listMissingNumbers(month);
  const { first, last, count } = month.invoices;
  const counts = { count: number(count), notes: number(month.creditNotes.count) };
  if (missingNumbers.length > 0)
    return (
      <CheckRow state="wrong">
        {m.staff_finance_checks_gaps({ count: missingNumbers.length, numbers: missingNumbers.slice(0, 10).join(", ") })}
      </CheckRow>
    );
  return (
    <CheckRow state="good">
      {m.staff_finance_checks_numbers(counts)}{" "}
      {first && last && (
        <span className="text-ink-3">
          (<bdi dir="ltr">{first}</bdi> {m.staff_finance_checks_to()} <bdi dir="ltr">{last}</bdi>)
        </span>
      )}
    </CheckRow>
  );
}

/** Starts a check as a background task and shows its progress. Reloads the month when it has ended. */
function RunCheckButton({
  startTask,
  label,
  month,
}: {
  startTask: () => Promise<{ id: number }>;
  label: string;
  month: string;
}) {
  const notify = useNotify();
  const client = useQueryClient();
  const [id, setId] = useState<number | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const { data: task } = useTask(id);
  const start = async () => {
    setIsStarting(true);
    try {
      setId((await startTask()).id);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      notify(error.message, { type: "error" });
    } finally {
      setIsStarting(false);
    }
  };
  const hasEnded = task !== undefined && !isOpen(task);
  const [reloadedTaskId, setReloadedTaskId] = useState<number | null>(null);
  if (hasEnded && reloadedTaskId !== task.id) {
    setReloadedTaskId(task.id);
    void client.invalidateQueries({ queryKey: getMonthQueryKey(month) });
  }
  if (task && isOpen(task)) return <TaskProgress task={task} />;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {task?.problem && <span role="alert">{task.problem}</span>}
      <Button variant="secondary" size="sm" isPending={isStarting} onClick={() => void start()}>
        {label}
      </Button>
    </span>
  );
}

function CheckTime({ check }: { check: LastCheck }) {
  const { date } = useFormats();
  return (
    <span className="text-sm text-ink-3"> {m.staff_finance_checks_at({ at: date(check.endedAt, "dateTime") })}</span>
  );
}

function Faults({ check, text }: { check: LastCheck; text: "differs" | "broken" }) {
  return (
    <>
      {m[`staff_finance_checks_${text}`]({ faults: check.faults })}{" "}
      <TextLink to={`/tasks/${check.taskId}`}>{m.staff_finance_checks_look()}</TextLink>
      <CheckTime check={check} />
    </>
  );
}

function ComparisonCheck({ month }: { month: Month }) {
  const { money } = useFormats();
  const { comparison: check } = month;
  const books = check?.result?.["provider"] as Books | undefined;
  const runButton = (
    <RunCheckButton
      startTask={() => callStaff("POST /api/staff/months/:id/compare", { id: month.id })}
      label={m.staff_finance_checks_compare()}
      month={month.id}
    />
  );
  if (!check || ranTooEarly(month, check))
    return (
      <CheckRow state="open" action={runButton}>
        {check ? m.staff_finance_checks_compared_early() : m.staff_finance_checks_not_compared()}
      </CheckRow>
    );
  if (check.faults > 0)
    return (
      <CheckRow state="wrong" action={runButton}>
        <Faults check={check} text="differs" />
      </CheckRow>
    );
  return (
    <CheckRow state="good" action={runButton}>
      {m.staff_finance_checks_agrees({ in: money(books?.in ?? 0), out: money(books?.out ?? 0) })}
      <CheckTime check={check} />
    </CheckRow>
  );
}

function ChainCheck({ month }: { month: Month }) {
  const { check } = month;
  const runButton = (
    <RunCheckButton
      startTask={() => callStaff("POST /api/staff/documents/check")}
      label={m.staff_finance_checks_check()}
      month={month.id}
    />
  );
  if (!check || ranTooEarly(month, check))
    return (
      <CheckRow state="open" action={runButton}>
        {check ? m.staff_finance_checks_checked_early() : m.staff_finance_checks_not_checked()}
      </CheckRow>
    );
  if (check.faults > 0)
    return (
      <CheckRow state="wrong" action={runButton}>
        <Faults check={check} text="broken" />
      </CheckRow>
    );
  return (
    <CheckRow state="good" action={runButton}>
      {m.staff_finance_checks_whole()}
      <CheckTime check={check} />
    </CheckRow>
  );
}

function RefundsCheck({ month: { openRefunds } }: { month: Month }) {
  if (openRefunds.length === 0) return <CheckRow state="good">{m.staff_finance_checks_refunds_done()}</CheckRow>;
  return (
    <CheckRow state="wrong">
      {m.staff_finance_checks_refunds_open({ count: openRefunds.length })}{" "}
      {openRefunds.slice(0, 8).map(({ id, orderId }) => (
        <TextLink key={id} className="me-2" to={`/orders/${orderId}`}>
          <bdi>#{orderId}</bdi>
        </TextLink>
      ))}
    </CheckRow>
  );
}
