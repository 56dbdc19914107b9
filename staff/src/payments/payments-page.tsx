import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { m, findMessage, toSnakeCase } from "../messages.ts";
import { callStaff, staffQuery } from "../api.ts";
import { Panel } from "../parts/panel.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Money } from "../parts/money.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Empty, Failed, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { CaseCard, type PaymentCase } from "./case-card.tsx";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { TextLink } from "../parts/text-link.tsx";

/**
 * Lists the differences between our books and the provider's. A case stays open until staff resolve it or the difference
 * is gone.
 */
export default function PaymentsPage() {
  const can = useCan();
  const notify = useNotify();
  const queries = useQueryClient();
  const [isComparing, setIsComparing] = useState(false);
  const counts = useQuery(staffQuery("GET /api/staff/payment-case-counts"));
  const endpoint = "GET /api/staff/payment-cases";
  const openCases = useQuery(staffQuery(endpoint, { per_page: 100, sort: "opened_at", open: true }));
  const closedCases = useQuery(staffQuery(endpoint, { per_page: 10, sort: "-closed_at", open: false }));
  const refresh = () => void queries.invalidateQueries();
  const compare = async () => {
    setIsComparing(true);
    try {
      await callStaff("POST /api/staff/payment-cases/compare");
      refresh();
    } catch (error) {
      notify(error instanceof Error ? error.message : m.staff_common_http_error(), { type: "error" });
    } finally {
      setIsComparing(false);
    }
  };
  const comparedAt = counts.data?.comparedAt;
  return (
    <>
      <ScreenHead
        title={m.staff_menu_payments()}
        facts={m.staff_payments_facts()}
        actions={
          <>
            <span className="text-sm text-ink-3 min-w-0 flex-1">
              {comparedAt && (
                <>
                  {m.staff_payments_compared()} <DateTime value={comparedAt} isInText />
                </>
              )}
              {comparedAt === null && m.staff_payments_never()}
            </span>
            {can("orders.resolve") && (
              <Button variant="secondary" isPending={isComparing} icon="refresh-cw" onClick={() => void compare()}>
                {m.staff_payments_compare()}
              </Button>
            )}
          </>
        }
      />
      <div className="grid gap-4">
        {openCases.error && <Failed error={openCases.error} onRetry={() => void openCases.refetch()} />}
        {!openCases.data && !openCases.error && <LoadingState lines={5} />}
        {openCases.data?.data.length === 0 && (
          <Panel>
            <Empty icon="shield-check" title={m.staff_payments_none()}>
              {m.staff_payments_none_text()}
            </Empty>
          </Panel>
        )}
        {openCases.data?.data.map((row) => (
          <CaseCard key={row.id} paymentCase={row} onChange={refresh} />
        ))}
        {/* Shown once the cases above have loaded, because they would move it. */}
        {openCases.data && closedCases.data && closedCases.data.data.length > 0 && (
          <ClosedCases cases={closedCases.data.data} />
        )}
      </div>
    </>
  );
}

function ClosedCases({ cases }: { cases: PaymentCase[] }) {
  // The reason that staff wrote for a resolved case, else the action; without an action the difference has gone.
  const describeOutcome = ({ outcome, action, reason }: PaymentCase) =>
    outcome === "resolved" ? (reason ?? "") : (findMessage(`staff_payments_decisions_${action ?? "agrees"}`) ?? "");
  return (
    <Panel title={m.staff_payments_decided()} flush>
      <ScrollTable
        label={m.staff_payments_decided_table()}
        caption={m.staff_payments_decided()}
        columns={[
          m.staff_payments_when(),
          m.staff_payments_payment(),
          m.staff_common_order(),
          m.staff_payments_decision(),
          m.staff_payments_by(),
          { label: m.staff_shell_currency(), isEndAligned: true },
        ]}
      >
        {cases.map((paymentCase) => (
          <tr key={paymentCase.id}>
            <td>
              <DateTime value={paymentCase.closedAt} />
            </td>
            <td>{m[`staff_payments_kinds_${toSnakeCase(paymentCase.kind)}_title`]()}</td>
            <td>
              {paymentCase.orderId === null ? (
                "–"
              ) : (
                <TextLink dir="ltr" to={`/orders/${paymentCase.orderId}`}>
                  #{paymentCase.orderId}
                </TextLink>
              )}
            </td>
            <td dir="auto">{describeOutcome(paymentCase)}</td>
            <td>
              <bdi>{paymentCase.by ?? m.staff_payments_itself()}</bdi>
            </td>
            <td className="amount">{paymentCase.amount && <Money riyals={paymentCase.amount} />}</td>
          </tr>
        ))}
      </ScrollTable>
    </Panel>
  );
}
