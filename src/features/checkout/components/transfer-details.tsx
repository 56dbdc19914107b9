import { useState } from "react";
import { weekdayRange } from "#i18n/dates.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { saveFile } from "#platform/save-file.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { KeyValueList } from "#ui/key-value-list.tsx";
import { Sar } from "#ui/money.tsx";
import type { Order } from "#features/orders/order.schema.server.ts";

/** Shows the bank account and the proforma of an order that waits for a transfer; renders nothing for other orders. */
export function TransferDetails({ order }: { order: Order }) {
  const locale = useLocale();
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  const { bank, due_on } = order.payment;
  if (!bank || !due_on) return null;
  const save = async () => {
    setState("busy");
    const isSaved = await saveFile("/api/proforma", { order_id: order.id }, `proforma-${order.id}.pdf`);
    setState(isSaved ? "ready" : "failed");
  };
  const renderLtr = (text: string) => <bdi dir="ltr">{text}</bdi>;
  return (
    <Card as="section" aria-labelledby="transfer">
      <h2 id="transfer" className="mb-4 text-h3">
        {m.transfers_mail_details()}
      </h2>
      <KeyValueList
        variant="plain"
        items={[
          { label: m.transfers_mail_bank(), value: localText(locale, bank.name_eng, bank.name_ar).text },
          { label: m.transfers_mail_holder(), value: <bdi>{bank.account_holder}</bdi> },
          { label: m.transfers_mail_iban(), value: renderLtr(bank.iban.replace(/(.{4})(?=.)/g, "$1 ")) },
          { label: m.transfers_mail_reference(), value: renderLtr(`PF-${order.id}`) },
          { label: m.transfers_mail_total(), value: <Sar amount={order.total} /> },
          { label: m.transfers_mail_due(), value: weekdayRange(due_on, due_on, locale) },
        ]}
      />
      <Button
        variant="secondary"
        isPending={state === "busy"}
        data-print="hide"
        className="mt-5"
        icon="download"
        onClick={() => void save()}
      >
        {m.groups_proforma()}
      </Button>
      {state === "failed" && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {m.orders_download_failed()}
        </p>
      )}
    </Card>
  );
}
