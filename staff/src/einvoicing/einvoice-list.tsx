import { useState, type ReactNode } from "react";
import { useCan } from "../frame/session.ts";
import { m, findMessage, toSnakeCase } from "../messages.ts";
import { Button } from "../../../src/ui/button.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { ListLayout } from "../parts/list/list-layout.tsx";
import { AuthorityMessages } from "./authority-messages.tsx";
import { CorrectDialog } from "./correct-dialog.tsx";
import { EInvoiceState, XmlButton } from "./einvoice-state.tsx";
import { refetchMs, type EInvoice, type EInvoicing } from "./use-einvoicing.ts";
import { SecondLine } from "../parts/second-line.tsx";
import { TextLink } from "../parts/text-link.tsx";

/** Lists every XML for the tax authority, with its state and the reason for it. */
export function EInvoiceList({
  head,
  children,
  einvoicing,
}: {
  head: ReactNode;
  children: ReactNode;
  einvoicing: EInvoicing;
}) {
  const can = useCan();
  const [einvoiceToCorrect, setEInvoiceToCorrect] = useState<EInvoice | null>(null);
  const renderActions = (row: EInvoice) => (
    <span className="flex items-center justify-end gap-2">
      {row.state === "rejected" && can("orders.resolve") && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={m.staff_einvoicing_correct_title({ number: row.number })}
          onClick={() => setEInvoiceToCorrect(row)}
        >
          {m.staff_einvoicing_correct()}
        </Button>
      )}
      <XmlButton id={row.id} number={row.number} />
    </span>
  );
  return (
    <>
      <ListLayout<EInvoice>
        list="einvoices"
        caption={m.staff_einvoicing_list()}
        sort="-id"
        head={
          <>
            {head}
            <div className="mb-5 grid gap-4">{children}</div>
          </>
        }
        refreshMs={refetchMs}
        views={[
          { name: "all", label: m.staff_einvoicing_views_all(), filter: {} },
          {
            name: "undecided",
            label: m.staff_einvoicing_views_undecided(),
            filter: { state: "undecided" },
            count: einvoicing.waiting + einvoicing.rejected,
          },
          { name: "warned", label: m.staff_einvoicing_views_warned(), filter: { state: "warned" } },
        ]}
        search={m.staff_einvoicing_search()}
        columns={[
          { name: "number", label: m.staff_einvoicing_columns_number(), sort: "id", render: renderNumber },
          { name: "buyer", label: m.staff_common_buyer(), render: renderBuyer },
          {
            name: "issued",
            label: m.staff_einvoicing_columns_issued(),
            render: ({ issuedAt: at }) => <DateTime value={at} />,
          },
          {
            name: "state",
            label: m.staff_einvoicing_columns_authority(),
            render: (row) => (
              <>
                <EInvoiceState state={row.state} />
                <Reason einvoice={row} />
              </>
            ),
          },
          {
            name: "decided",
            label: m.staff_einvoicing_columns_decided(),
            sort: "decided_at",
            minWidth: 1440,
            render: ({ decidedAt: at }) => (at ? <DateTime value={at} /> : "–"),
          },
          { name: "actions", label: m.staff_einvoicing_columns_actions(), isEndAligned: true, render: renderActions },
        ]}
        renderCard={(row) => (
          <span className="grid gap-2">
            <span className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1">{renderNumber(row)}</span>
              <EInvoiceState state={row.state} />
            </span>
            <span>
              <bdi>{row.company?.name ?? row.buyer}</bdi>
            </span>
            <Reason einvoice={row} />
            {renderActions(row)}
          </span>
        )}
        empty={{
          icon: "file-text",
          title: m.staff_einvoicing_none(),
          text: m.staff_einvoicing_none_text(),
        }}
      />
      {einvoiceToCorrect && <CorrectDialog einvoice={einvoiceToCorrect} onClose={() => setEInvoiceToCorrect(null)} />}
    </>
  );
}

const renderNumber = ({ number, kind, orderId }: EInvoice) => (
  <>
    <bdi className="font-medium" dir="ltr">
      {number}
    </bdi>
    <SecondLine>
      {m[`staff_einvoicing_kinds_${toSnakeCase(kind)}`]()}{" "}
      <TextLink to={`/orders/${orderId}`}>
        <bdi>#{orderId}</bdi>
      </TextLink>
    </SecondLine>
  </>
);

const renderBuyer = ({ buyer: name, company }: EInvoice) => (
  <>
    <bdi>{company?.name ?? name}</bdi>
    {company && (
      <SecondLine>
        <bdi dir="ltr">{company.vat_number}</bdi>
      </SecondLine>
    )}
  </>
);

/** Shows the errors or warnings of the authority or, for a waiting document, why the last attempt to send it failed. */
function Reason({ einvoice: { messages, problem } }: { einvoice: EInvoice }) {
  if (problem)
    return (
      <SecondLine>
        {findMessage(`staff_einvoicing_problems_${toSnakeCase(problem)}`) ??
          m.staff_einvoicing_problems_other({ problem })}
      </SecondLine>
    );
  if (messages.length === 0) return null;
  return (
    <div className="text-sm text-ink-3">
      <AuthorityMessages messages={messages} />
    </div>
  );
}
