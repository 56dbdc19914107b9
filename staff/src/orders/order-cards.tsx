import { useState } from "react";
import { m, findMessage, type PlainKey } from "../messages.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { downloadStaff } from "../api.ts";
import { Initial } from "../parts/initial.tsx";
import { Panel } from "../parts/panel.tsx";
import { Chip } from "../parts/chip.tsx";
import { PaidBackDialog } from "./transfer-dialogs.tsx";
import { DownloadIconButton } from "../parts/download-icon-button.tsx";
import { EmailAddress } from "../parts/email-address.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { Money } from "../parts/money.tsx";
import { useCan } from "../frame/session.ts";
import { useReason } from "./order-labels.tsx";
import type { Order, OrderRefund } from "./types.ts";
import { Row, Rows } from "../parts/rows.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { TextLink } from "../parts/text-link.tsx";
import { SecondLine } from "../parts/second-line.tsx";
import { Lines } from "../parts/lines.tsx";

export function BuyerCard({ order }: { order: Order }) {
  const can = useCan();
  const { buyer, billing, company } = order;
  const phone = buyer.phone || billing["phone"];
  const rows: [PlainKey, string | undefined, boolean?][] = [
    ["staff_orders_email", buyer.email, true],
    ["staff_orders_phone", phone, true],
    ["staff_orders_workplace", buyer.workplace],
    ["staff_orders_invoice_to", company?.name ?? m.staff_orders_in_person({ name: isolate(buyer.name) })],
    ["staff_orders_vat_number", company?.vat_number, true],
    ["staff_orders_purchase_order", company?.purchase_order],
  ];
  return (
    <Panel
      title={m.staff_common_buyer()}
      action={
        can("people.read") && (
          <TextLink className="flex flex-wrap items-center gap-2" to={`/people/${encodeURIComponent(buyer.id)}`}>
            {m.staff_orders_person()}
            <Icon name="chevron-right" size={14} mirrors />
          </TextLink>
        )
      }
    >
      <div className="grid gap-4">
        <span className="flex items-center gap-[0.7rem]">
          <Initial name={buyer.name} />
          <span>
            <bdi className="font-medium">{buyer.name}</bdi>
            <SecondLine>
              {m.staff_orders_orders_since({
                count: buyer.orders,
                year: buyer.since?.slice(0, 4) ?? "",
              })}
            </SecondLine>
          </span>
        </span>
        <dl className="details">
          {rows
            .filter(([, value]) => value)
            .map(([name, value, isLtr]) => (
              <div className="pair" key={name}>
                <dt>{m[name]()}</dt>
                <dd>
                  {name === "staff_orders_email" ? (
                    <EmailAddress address={value ?? ""} />
                  ) : (
                    <bdi dir={isLtr ? "ltr" : undefined}>{value}</bdi>
                  )}
                </dd>
              </div>
            ))}
        </dl>
      </div>
    </Panel>
  );
}

export function DocumentsCard({ order }: { order: Order }) {
  const { date, joinWithCommas } = useFormats();
  const can = useCan();
  return (
    <Panel title={m.staff_orders_documents()} count={order.documents.length} flush>
      {order.documents.length === 0 ? (
        <p className="px-pad pb-pad text-ink-3">
          {order.status === "pending" ? m.staff_orders_no_documents() : m.staff_orders_no_documents_unpaid()}
        </p>
      ) : (
        <Rows>
          {order.documents.map(({ id, number, kind, total, issuedAt: at }) => (
            <Row
              key={number}
              start={<Icon name={kind === "invoice" ? "file-text" : "file-minus"} />}
              end={
                can("finance.read") && (
                  <DownloadIconButton
                    save={() => downloadStaff("GET /api/staff/documents/:id/pdf", { id })}
                    label={m.staff_orders_download({ number })}
                  />
                )
              }
            >
              <bdi className="font-medium" dir="ltr">
                {number}
              </bdi>
              <SecondLine>
                {joinWithCommas(findMessage(`staff_orders_document_${kind}`), date(at, "dayMonth"))} ·{" "}
                <Money riyals={kind === "invoice" ? total : `-${total}`} />
              </SecondLine>
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

/** The open refunds, with the next step for staff. Finished refunds are in the history. */
export function RefundsCard({ order, onChange }: { order: Order; onChange(): void }) {
  const can = useCan();
  const { money } = useFormats();
  const formatReason = useReason();
  const [chosenRefund, setChosenRefund] = useState<OrderRefund | null>(null);
  const open = order.refunds.filter(({ status }) => status !== "done");
  if (open.length === 0) return null;
  return (
    <Panel title={m.staff_orders_refunds_open()} count={open.length} flush>
      <Rows>
        {open.map((refund) => (
          <Row key={refund.id}>
            <Lines>
              <span className="flex flex-wrap items-center gap-2">
                <Money riyals={refund.amount} withCurrency />
                <Chip tone="attention" icon="hourglass">
                  {findMessage(`staff_orders_refund_state_${refund.status}`)}
                </Chip>
              </span>
              <SecondLine>{formatReason(refund.reason)}</SecondLine>
              {refund.problem && <SecondLine>{findMessage(`staff_payments_problems_${refund.problem}`)}</SecondLine>}
              {refund.status === "needs-person" && refund.method === "transfer" && can("orders.transfer") && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`${m.staff_orders_paid_back_title()}: ${money(refund.amount)}`}
                  onClick={() => setChosenRefund(refund)}
                >
                  {m.staff_orders_paid_back_title()}
                </Button>
              )}
            </Lines>
          </Row>
        ))}
      </Rows>
      {chosenRefund && (
        <PaidBackDialog order={order} refund={chosenRefund} onClose={() => setChosenRefund(null)} onDone={onChange} />
      )}
    </Panel>
  );
}
