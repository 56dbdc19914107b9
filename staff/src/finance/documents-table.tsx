import { useTranslate } from "ra-core";
import { Link } from "react-router-dom";
import { DateTime } from "../ui/date-time.tsx";
import { DownloadIconButton } from "../ui/download-icon-button.tsx";
import { ListLayout } from "../ui/list/list-layout.tsx";
import type { ListColumn } from "../ui/list/list-table.tsx";
import { Money } from "../ui/money.tsx";

interface TaxDocument {
  id: number;
  kind: "invoice" | "credit-note";
  number: string;
  original_number: string | null;
  order_id: number;
  issued_at: string;
  buyer: { name: string; email: string; company: string | null };
  tax: string;
  total: string;
}

/** Tax documents of a month; a search looks through all of them. */
export function DocumentsTable({ month }: { month: string }) {
  const translate = useTranslate();
  const pdfButton = ({ id, number }: TaxDocument) => (
    <DownloadIconButton
      endpoint={`GET documents/${id}/pdf`}
      label={translate("finance.documents.pdf", { number })}
      icon="file-down"
    />
  );
  const columns: ListColumn<TaxDocument>[] = [
    {
      name: "number",
      label: translate("finance.columns.number"),
      sort: "id",
      render: (document) => <Numbered document={document} />,
    },
    {
      name: "buyer",
      label: translate("finance.columns.buyer"),
      render: ({ buyer }) => (
        <>
          <bdi>{buyer.name}</bdi>
          <span className="second-line">
            <bdi>{buyer.company ?? buyer.email}</bdi>
          </span>
        </>
      ),
    },
    {
      name: "issued",
      label: translate("finance.columns.issued"),
      sort: "issued_at",
      render: ({ issued_at: at }) => <DateTime value={at} />,
    },
    {
      name: "tax",
      label: translate("finance.columns.tax"),
      isAmount: true,
      render: (document) => <Money riyals={signed(document, document.tax)} />,
    },
    { name: "total", label: translate("finance.columns.total"), sort: "total", isAmount: true, render: total },
    {
      name: "pdf",
      label: translate("finance.columns.pdf"),
      isAmount: true,
      render: pdfButton,
    },
  ];
  return (
    <ListLayout<TaxDocument>
      key={month}
      resource="documents"
      isPart
      caption={translate("finance.tabs.documents")}
      sort={{ field: "id", order: "DESC" }}
      always={{ shown_month: month }}
      search={translate("finance.documents.search")}
      choices={[
        {
          source: "kind",
          label: translate("finance.documents.kind"),
          choices: (["invoice", "credit-note"] as const).map((id) => ({
            id,
            name: translate(`finance.documents.kinds.${id}`),
          })),
        },
      ]}
      columns={columns}
      renderCard={(document) => (
        <span className="row">
          <span className="grow">
            <Numbered document={document} />
            <bdi>{document.buyer.name}</bdi>
          </span>
          {total(document)}
          {pdfButton(document)}
        </span>
      )}
      empty={{ title: translate("finance.nothing"), text: translate("finance.nothing_text") }}
    />
  );
}

const total = (document: TaxDocument) => (
  <span className="strong">
    <Money riyals={signed(document, document.total)} />
  </span>
);

/** Its number, and what it belongs to. */
function Numbered({ document }: { document: TaxDocument }) {
  const translate = useTranslate();
  return (
    <>
      <bdi className="ltr strong">{document.number}</bdi>
      <span className="second-line">
        {document.original_number ? (
          <>
            {translate("finance.documents.credits")} <bdi className="ltr">{document.original_number}</bdi>
          </>
        ) : (
          <Link className="link" to={`/orders/${document.order_id}/show`}>
            <bdi>#{document.order_id}</bdi>
          </Link>
        )}
      </span>
    </>
  );
}

const signed = ({ kind }: TaxDocument, riyals: string) => (kind === "invoice" ? riyals : `-${riyals}`);
