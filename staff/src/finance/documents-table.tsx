import { downloadStaff } from "../api.ts";
import type { RowOf } from "../api-types.ts";
import { m, toSnakeCase } from "../messages.ts";
import { DateTime } from "../parts/date-time.tsx";
import { DownloadIconButton } from "../parts/download-icon-button.tsx";
import { ListLayout } from "../parts/list/list-layout.tsx";
import type { ListColumn } from "../parts/list/list-table.tsx";
import { Money } from "../parts/money.tsx";
import { EInvoiceState, XmlButton } from "../einvoicing/einvoice-state.tsx";
import { useEInvoicing } from "../einvoicing/use-einvoicing.ts";
import { SecondLine } from "../parts/second-line.tsx";
import { TextLink } from "../parts/text-link.tsx";

type TaxDocument = RowOf<"documents">;

/** Lists the tax documents of a month. A search looks through all months. */
export function DocumentsTable({ month }: { month: string }) {
  const { data: einvoicing, isPending } = useEInvoicing();
  const hasEInvoices = einvoicing !== undefined && (einvoicing.mode !== "off" || einvoicing.isUsed);
  const renderXmlButton = ({ einvoice, number }: TaxDocument) =>
    einvoice && <XmlButton id={einvoice.id} number={number} />;
  const renderPdfButton = ({ id, number }: TaxDocument) => (
    <DownloadIconButton
      save={() => downloadStaff("GET /api/staff/documents/:id/pdf", { id })}
      label={m.staff_finance_documents_pdf({ number })}
      icon="file-down"
    />
  );
  const columns: ListColumn<TaxDocument>[] = [
    {
      name: "number",
      label: m.staff_finance_columns_number(),
      sort: "id",
      render: (document) => <DocumentNumber document={document} />,
    },
    {
      name: "buyer",
      label: m.staff_finance_columns_buyer(),
      render: ({ buyer }) => (
        <>
          <bdi>{buyer.name}</bdi>
          <SecondLine>
            <bdi>{buyer.company ?? buyer.email}</bdi>
          </SecondLine>
        </>
      ),
    },
    {
      name: "issued",
      label: m.staff_finance_columns_issued(),
      sort: "issued_at",
      render: ({ issuedAt: at }) => <DateTime value={at} />,
    },
    {
      name: "tax",
      label: m.staff_finance_columns_tax(),
      isEndAligned: true,
      render: (document) => <Money riyals={addSign(document, document.tax)} />,
    },
    { name: "total", label: m.staff_finance_columns_total(), sort: "total", isEndAligned: true, render: renderTotal },
    ...(hasEInvoices
      ? [
          {
            name: "einvoice",
            label: m.staff_finance_columns_einvoice(),
            render: ({ einvoice }: TaxDocument) => (einvoice ? <EInvoiceState state={einvoice.state} /> : "–"),
          },
        ]
      : []),
    {
      name: "pdf",
      label: m.staff_finance_columns_pdf(),
      isEndAligned: true,
      render: (document) => (
        <span className="flex items-center justify-end gap-2">
          {renderXmlButton(document)}
          {renderPdfButton(document)}
        </span>
      ),
    },
  ];
  return (
    <ListLayout<TaxDocument>
      key={month}
      list="documents"
      isPart
      isWaiting={isPending}
      caption={m.staff_finance_tabs_documents()}
      sort="-id"
      fixedFilter={{ shown_month: month }}
      search={m.staff_finance_documents_search()}
      choices={[
        {
          source: "kind",
          label: m.staff_finance_documents_kind(),
          choices: (["invoice", "credit-note"] as const).map((id) => ({
            id,
            name: m[`staff_finance_documents_kinds_${toSnakeCase(id)}`](),
          })),
        },
      ]}
      columns={columns}
      renderCard={(document) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1">
            <DocumentNumber document={document} />
            <bdi>{document.buyer.name}</bdi>
            {document.einvoice && (
              <span className="mt-1 block">
                <EInvoiceState state={document.einvoice.state} />
              </span>
            )}
          </span>
          {renderTotal(document)}
          {renderXmlButton(document)}
          {renderPdfButton(document)}
        </span>
      )}
      empty={{ title: m.staff_finance_nothing(), text: m.staff_finance_nothing_text() }}
    />
  );
}

const renderTotal = (document: TaxDocument) => (
  <span className="font-medium">
    <Money riyals={addSign(document, document.total)} />
  </span>
);

/** The document number. Below it, a credit note names the invoice it refers to, and an invoice links to its order. */
function DocumentNumber({ document }: { document: TaxDocument }) {
  return (
    <>
      <bdi className="font-medium" dir="ltr">
        {document.number}
      </bdi>
      <SecondLine>
        {document.originalNumber ? (
          <>
            {m.staff_finance_documents_credits()} <bdi dir="ltr">{document.originalNumber}</bdi>
          </>
        ) : (
          <TextLink to={`/orders/${document.orderId}`}>
            <bdi>#{document.orderId}</bdi>
          </TextLink>
        )}
      </SecondLine>
    </>
  );
}

/** Adds a minus to the amounts of a credit note. */
const addSign = ({ kind }: TaxDocument, riyals: string) => (kind === "invoice" ? riyals : `-${riyals}`);
