import { listPath } from "../frame/list-state.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { m, findMessage } from "../messages.ts";
import { daysBetween } from "../../../src/i18n/dates.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { useAges } from "../parts/age.ts";
import { useFormats } from "../parts/formats.ts";
import { isDecisionOver } from "../parts/decision.ts";
import { decidePath, slowRunsPath } from "./run-cards.tsx";
import { attendancePath, failedMailsPath } from "./waiting-cards.tsx";
import type { Dashboard } from "./use-dashboard.ts";

const waitingRunsPath = listPath("/runs", { state: "waiting" });

const getOrdersPath = (filter: object) => listPath("/orders", filter);

const getViewPath = (view: string) => listPath("/courses", { view });
const draftsPath = getViewPath("draft");
const scheduledPath = getViewPath("scheduled");

interface QueueProps {
  to: string;
  icon: IconName;
  label: string;
  count: number;
  isWrong?: boolean;
  children?: ReactNode;
}

function Queue({ to, icon, label, count, isWrong = false, children }: QueueProps) {
  const { number } = useFormats();
  return (
    <Link
      to={to}
      // The items of a row share its grid rows, so that a label of two lines moves all numbers alike.
      className="row-span-3 grid grid-rows-subgrid gap-y-0.5 -ms-px -mt-px border-s border-t border-line px-4.5 py-3.75 -outline-offset-2! hover:bg-row max-md:px-4 max-md:py-3 max-md:last:odd:col-span-full"
    >
      <span className="flex items-center gap-2 text-ink-2">
        <Icon
          name={count === 0 ? "circle-check" : icon}
          size={16}
          className={count === 0 ? "" : isWrong ? "text-danger" : "text-warning"}
        />
        {label}
      </span>
      <b className="font-display text-figure tabular-nums">{number(count)}</b>
      <span className="text-sm text-ink-3">{count === 0 ? m.staff_today_nothing() : children}</span>
    </Link>
  );
}

/**
 * Returns the numbers of items without current Arabic by kind, largest number first. Includes all kinds, so that the
 * numbers add up to the total above.
 */
export const arabicCounts = (byEntity: Record<string, number>): (string | undefined)[] =>
  Object.entries(byEntity)
    .toSorted(([, firstCount], [, secondCount]) => secondCount - firstCount)
    .map(([kind, count]) => findMessage(`staff_today_arabic_counts_${kind}`, { count }));

/** The queues that the signed-in person may work on, with the number of items and their age. */
export function WaitingCounts({ dashboard }: { dashboard: Dashboard }) {
  const { age, days } = useAges();
  const { date, joinWithCommas } = useFormats();
  const { refunds, refundsDue, transfers } = dashboard;
  const { payments, cancellations, changes, attendance, enquiries, mails, arabic, editing, slow, decide, today } =
    dashboard;
  const formatOldest = (since: string | null) => since && m.staff_today_oldest({ age: age(since) });
  const firstSlowRun = slow?.items[0];
  const hasOverdue = decide?.items.some((run) => isDecisionOver(run)) ?? false;
  const firstUnmarkedRun = attendance?.items[0];
  // Arabic texts are the main task of people who do not handle payments. For others they are one of many.
  const isEditor = editing && !payments;
  const queues = [payments, cancellations, refunds, refundsDue, transfers, changes, decide, attendance, enquiries];
  if (![...queues, mails, arabic, slow].some(Boolean)) return null;
  return (
    <section
      // Up to six figures form one row, more form two. More than eight form three in a narrow window.
      className="card mb-5 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] overflow-hidden max-md:mb-4 max-md:grid-cols-2 md:has-[>:nth-child(7)]:grid-cols-4 wide:[&:has(>:nth-child(9)):not(:has(>:nth-child(11)))]:grid-cols-5 wide:has-[>:nth-child(11)]:grid-cols-6"
      aria-label={m.staff_today_waiting()}
    >
      {payments && (
        <Queue to="/payments" icon="shield-alert" label={m.staff_menu_payments()} count={payments.count} isWrong>
          {formatOldest(payments.oldestAt)}
        </Queue>
      )}
      {cancellations && (
        <Queue
          to={waitingRunsPath}
          icon="hourglass"
          label={m.staff_today_cancellations()}
          count={cancellations.count}
          isWrong
        >
          {formatOldest(cancellations.oldestAt)}
        </Queue>
      )}
      {refunds && (
        <Queue
          to={getOrdersPath({ refund_waiting: true })}
          icon="shield-check"
          label={m.staff_today_refunds()}
          count={refunds.count}
          isWrong
        >
          {formatOldest(refunds.oldestAt)}
        </Queue>
      )}
      {refundsDue && (
        <Queue
          to={getOrdersPath({ refund_due: true })}
          icon="circle-x"
          label={m.staff_today_refunds_due()}
          count={refundsDue.count}
        >
          {formatOldest(refundsDue.oldestAt)}
        </Queue>
      )}
      {transfers && (
        <Queue
          to={getOrdersPath({ status: ["pending"], transfer: true })}
          icon="landmark"
          label={m.staff_today_transfers()}
          count={transfers.count}
        >
          {transfers.firstDueOn && m.staff_today_transfers_first({ date: date(transfers.firstDueOn, "dayMonth") })}
        </Queue>
      )}
      {changes && (
        <Queue to="/changes" icon="calendar-sync" label={m.staff_menu_changes()} count={changes.count}>
          {formatOldest(changes.oldestAt)}
        </Queue>
      )}
      {decide && (
        <Queue
          to={decidePath}
          icon="scale"
          label={m.staff_today_decide_label()}
          count={decide.count}
          isWrong={hasOverdue}
        >
          {hasOverdue && m.staff_today_decide_overdue()}
        </Queue>
      )}
      {attendance && (
        <Queue
          to={firstUnmarkedRun ? attendancePath(firstUnmarkedRun.id) : "/runs"}
          icon="list-checks"
          label={m.staff_today_attendance_title()}
          count={attendance.count}
        >
          {firstUnmarkedRun && m.staff_today_attendance_people({ count: firstUnmarkedRun.people })}
        </Queue>
      )}
      {enquiries && (
        <Queue to="/enquiries" icon="inbox" label={m.staff_today_enquiries_title()} count={enquiries.count}>
          {formatOldest(enquiries.oldestAt)}
        </Queue>
      )}
      {mails && (
        <Queue to={failedMailsPath} icon="mail-x" label={m.staff_today_mails_title()} count={mails.count} isWrong>
          {mails.newestAt && m.staff_today_mails_newest({ age: age(mails.newestAt) })}
        </Queue>
      )}
      {arabic && (
        <Queue to="/arabic-gaps" icon="languages" label={m.staff_common_arabic_gaps()} count={arabic.count}>
          {joinWithCommas(...arabicCounts(arabic.byEntity))}
        </Queue>
      )}
      {isEditor && (
        <>
          <Queue to={draftsPath} icon="file-pen" label={m.staff_today_editing_drafts()} count={editing.drafts} />
          <Queue
            to={scheduledPath}
            icon="calendar-clock"
            label={m.staff_today_editing_scheduled()}
            count={editing.scheduled}
          />
        </>
      )}
      {slow && !isEditor && (
        <Queue to={slowRunsPath} icon="trending-down" label={m.staff_today_slow_label()} count={slow.count}>
          {firstSlowRun && m.staff_today_slow_starts_in({ days: days(daysBetween(today, firstSlowRun.startDate)) })}
        </Queue>
      )}
    </section>
  );
}
