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
import { monthKey, type Books, type LastCheck, type Month } from "./use-month.ts";
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
    missing(month).length === 0,
    isRight(month, month.comparison),
    isRight(month, month.check),
    month.open_refunds.length === 0,
  ];
  const open = results.filter((right) => !right).length;
  return (
    <Panel
      title={open === 0 ? m.staff_finance_checks_all_right() : m.staff_finance_checks_title({ count: open })}
      flush
    >
      <Rows>
        <Numbers month={month} />
        <Comparison month={month} />
        <Chain month={month} />
        <Refunds month={month} />
      </Rows>
    </Panel>
  );
}

/** The check ran before the month was over. */
const isEarly = ({ is_over, ends_at }: Month, check: LastCheck) => is_over && check.ended_at < ends_at;
const isRight = (month: Month, check: LastCheck | null) => check?.faults === 0 && !isEarly(month, check);

const missing = ({ invoices, credit_notes }: Month) => [...invoices.missing, ...credit_notes.missing];

function Line({ state, children, action }: { state: CheckState; children: React.ReactNode; action?: React.ReactNode }) {
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

function Numbers({ month }: { month: Month }) {
  const { number } = useFormats();
  const missingNumbers = missing(month);
  const { first, last, count } = month.invoices;
  const counts = { count: number(count), notes: number(month.credit_notes.count) };
  if (missingNumbers.length > 0)
    return (
      <Line state="wrong">
        {m.staff_finance_checks_gaps({ count: missingNumbers.length, numbers: missingNumbers.slice(0, 10).join(", ") })}
      </Line>
    );
  return (
    <Line state="good">
      {m.staff_finance_checks_numbers(counts)}{" "}
      {first && last && (
        <span className="text-ink-3">
          (<bdi dir="ltr">{first}</bdi> {m.staff_finance_checks_to()} <bdi dir="ltr">{last}</bdi>)
        </span>
      )}
    </Line>
  );
}

/** Starts a check as a background task and shows its progress. Reloads the month when it has ended. */
function RunCheck({ call, label, month }: { call: () => Promise<{ id: number }>; label: string; month: string }) {
  const notify = useNotify();
  const client = useQueryClient();
  const [id, setId] = useState<number | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const { data: task } = useTask(id);
  const start = async () => {
    setIsStarting(true);
    try {
      setId((await call()).id);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      notify(error.message, { type: "error" });
    } finally {
      setIsStarting(false);
    }
  };
  const hasEnded = task !== undefined && !isOpen(task);
  const [lastSeen, setSeen] = useState<number | null>(null);
  if (hasEnded && lastSeen !== task.id) {
    setSeen(task.id);
    void client.invalidateQueries({ queryKey: monthKey(month) });
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

function When({ check }: { check: LastCheck }) {
  const { date } = useFormats();
  return (
    <span className="text-sm text-ink-3"> {m.staff_finance_checks_at({ at: date(check.ended_at, "dateTime") })}</span>
  );
}

function Faults({ check, text }: { check: LastCheck; text: "differs" | "broken" }) {
  return (
    <>
      {m[`staff_finance_checks_${text}`]({ faults: check.faults })}{" "}
      <TextLink to={`/tasks/${check.task_id}`}>{m.staff_finance_checks_look()}</TextLink>
      <When check={check} />
    </>
  );
}

function Comparison({ month }: { month: Month }) {
  const { money } = useFormats();
  const { comparison: check } = month;
  const books = check?.result?.["provider"] as Books | undefined;
  const run = (
    <RunCheck
      call={() => callStaff("POST /api/staff/months/:id/compare", { id: month.id })}
      label={m.staff_finance_checks_compare()}
      month={month.id}
    />
  );
  if (!check || isEarly(month, check))
    return (
      <Line state="open" action={run}>
        {check ? m.staff_finance_checks_compared_early() : m.staff_finance_checks_not_compared()}
      </Line>
    );
  if (check.faults > 0)
    return (
      <Line state="wrong" action={run}>
        <Faults check={check} text="differs" />
      </Line>
    );
  return (
    <Line state="good" action={run}>
      {m.staff_finance_checks_agrees({ in: money(books?.in ?? 0), out: money(books?.out ?? 0) })}
      <When check={check} />
    </Line>
  );
}

function Chain({ month }: { month: Month }) {
  const { check } = month;
  const run = (
    <RunCheck
      call={() => callStaff("POST /api/staff/documents/check")}
      label={m.staff_finance_checks_check()}
      month={month.id}
    />
  );
  if (!check || isEarly(month, check))
    return (
      <Line state="open" action={run}>
        {check ? m.staff_finance_checks_checked_early() : m.staff_finance_checks_not_checked()}
      </Line>
    );
  if (check.faults > 0)
    return (
      <Line state="wrong" action={run}>
        <Faults check={check} text="broken" />
      </Line>
    );
  return (
    <Line state="good" action={run}>
      {m.staff_finance_checks_whole()}
      <When check={check} />
    </Line>
  );
}

function Refunds({ month: { open_refunds: open } }: { month: Month }) {
  if (open.length === 0) return <Line state="good">{m.staff_finance_checks_refunds_done()}</Line>;
  return (
    <Line state="wrong">
      {m.staff_finance_checks_refunds_open({ count: open.length })}{" "}
      {open.slice(0, 8).map(({ id, order_id }) => (
        <TextLink key={id} className="me-2" to={`/orders/${order_id}`}>
          <bdi>#{order_id}</bdi>
        </TextLink>
      ))}
    </Line>
  );
}
