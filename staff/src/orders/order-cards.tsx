import { useState } from "react";
import { useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { Link } from "react-router-dom";
import { isolate } from "../../../src/i18n/isolate.ts";
import { staffCall } from "../api.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Card } from "../ui/card.tsx";
import { Chip } from "../ui/chip.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { DownloadIconButton } from "../ui/download-icon-button.tsx";
import { EmailAddress } from "../ui/email-address.tsx";
import { useFormats } from "../ui/formats.ts";
import { Icon } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { useMay } from "../ui/use-may.ts";
import { useReason } from "./order-labels.tsx";
import type { Order, OrderRefund } from "./types.ts";

export function BuyerCard({ order }: { order: Order }) {
  const translate = useTranslate();
  const may = useMay();
  const { buyer, billing, company } = order;
  const phone = buyer.phone || billing["phone"];
  const rows: [string, string | undefined, boolean?][] = [
    ["email", buyer.email, true],
    ["phone", phone, true],
    ["workplace", buyer.workplace],
    ["invoice_to", company?.name ?? translate("orders.in_person", { name: isolate(buyer.name) })],
    ["vat_number", company?.vat_number, true],
    ["purchase_order", company?.purchase_order],
  ];
  return (
    <Card
      title={translate("orders.buyer")}
      action={
        may("people.read") && (
          <Link className="link row" to={`/people/${encodeURIComponent(buyer.id)}/show`}>
            {translate("orders.person")}
            <Icon name="chevron-right" size={14} mirrors />
          </Link>
        )
      }
    >
      <div className="stack">
        <span className="person">
          <Avatar name={buyer.name} />
          <span>
            <bdi className="strong">{buyer.name}</bdi>
            <span className="second-line">
              {translate("orders.orders_since", {
                smart_count: buyer.orders,
                year: buyer.since?.slice(0, 4) ?? "",
              })}
            </span>
          </span>
        </span>
        <dl className="details">
          {rows
            .filter(([, value]) => value)
            .map(([name, value, isLtr]) => (
              <div className="pair" key={name}>
                <dt>{translate(`orders.${name}`)}</dt>
                <dd>
                  {name === "email" ? (
                    <EmailAddress address={value ?? ""} />
                  ) : (
                    <bdi className={isLtr ? "ltr" : ""}>{value}</bdi>
                  )}
                </dd>
              </div>
            ))}
        </dl>
      </div>
    </Card>
  );
}

export function DocumentsCard({ order }: { order: Order }) {
  const translate = useTranslate();
  const { date, facts } = useFormats();
  const may = useMay();
  return (
    <Card title={translate("orders.documents")} count={order.documents.length} flush>
      {order.documents.length === 0 ? (
        <p className="quiet card-text">{translate("orders.no_documents")}</p>
      ) : (
        <ul className="rows">
          {order.documents.map(({ id, number, kind, total, issued_at: at }) => (
            <li key={number}>
              <Icon name={kind === "invoice" ? "file-text" : "file-minus"} />
              <span className="grow">
                <bdi className="ltr strong">{number}</bdi>
                <span className="second-line">
                  {facts(translate(`orders.document.${kind}`), date(at, "dayMonth"))} ·{" "}
                  <Money riyals={kind === "invoice" ? total : `-${total}`} />
                </span>
              </span>
              {may("finance.read") && (
                <DownloadIconButton
                  endpoint={`GET documents/${id}/pdf`}
                  label={translate("orders.download", { number })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Refunds that are not done, and what a person has to do about them; done ones stand in the story. */
export function RefundsCard({ order, onChange }: { order: Order; onChange(): void }) {
  const translate = useTranslate();
  const may = useMay();
  const reason = useReason();
  const [chosen, setChosen] = useState<OrderRefund | null>(null);
  const open = order.refunds.filter(({ status }) => status !== "done");
  if (open.length === 0) return null;
  const paidBack = async () => {
    await staffCall(`POST refunds/${chosen?.id}/paid-back`);
    onChange();
  };
  return (
    <Card title={translate("orders.refunds_open")} count={open.length} flush>
      <ul className="rows">
        {open.map((refund) => (
          <li key={refund.id}>
            <span className="grow stack-tight">
              <span className="row">
                <Money riyals={refund.amount} withCurrency />
                <Chip tone="attention" icon="hourglass">
                  {translate(`orders.refund_state.${refund.status}`)}
                </Chip>
              </span>
              <span className="second-line">{reason(refund.reason)}</span>
              {refund.problem && (
                <span className="second-line">{translate(`payments.problems.${refund.problem}`)}</span>
              )}
              {refund.status === "needs-person" && refund.method === "transfer" && may("orders.transfer") && (
                <Button variant="outlined" size="small" onClick={() => setChosen(refund)}>
                  {translate("orders.paid_back.open")}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={chosen !== null}
        title={translate("orders.paid_back.title")}
        action={translate("orders.paid_back.action")}
        onClose={() => setChosen(null)}
        onConfirm={paidBack}
      >
        <p>{translate("orders.paid_back.text")}</p>
      </ConfirmDialog>
    </Card>
  );
}
