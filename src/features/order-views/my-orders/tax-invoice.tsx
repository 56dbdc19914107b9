import { Discount } from "./order-parts.tsx";
import { fullDate, riyadhDate, weekdayRange } from "#i18n/dates.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText, type Locale } from "#i18n/locale.ts";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { groupedAmount } from "#i18n/money.ts";
import { riyadhClock } from "#i18n/riyadh-clock.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { KeyValueList } from "#ui/key-value-list.tsx";
import { Table, type Column } from "#ui/table.tsx";
import { creditReason, documentTitle } from "#features/invoices/document-labels.ts";
import type { OrderDocument } from "#features/invoices/document.schema.server.ts";
import { Sar } from "#ui/money.tsx";
import { AddressLines, CardPart, Part } from "./order-parts.tsx";

function Buyer({ buyer }: { buyer: OrderDocument["buyer"] }) {
  const { billing, company } = buyer;
  const person = `${billing.first_name} ${billing.last_name}`;
  if (company) {
    return (
      <>
        <p className="font-medium">
          <bdi>{company.name}</bdi>
        </p>
        <p>
          <bdi>{company.address}</bdi>
        </p>
        <p className="tabular-nums">{m.invoicing_invoice_vat_line({ number: isolate(company.vat_number) })}</p>
        <p>
          {m.invoicing_invoice_ordered_by()}: <bdi>{person}</bdi>
        </p>
        {company.purchase_order && (
          <p>
            {m.invoicing_purchase_order()}: <bdi>{company.purchase_order}</bdi>
          </p>
        )}
      </>
    );
  }
  return (
    <>
      <p className="font-medium">
        <bdi>{person}</bdi>
      </p>
      <AddressLines billing={billing} />
    </>
  );
}

const formatNumberLine = (invoice: OrderDocument, locale: Locale) =>
  m.invoicing_invoice_issued_line({
    number: isolate(invoice.number),
    date: isolate(fullDate(riyadhDate(new Date(invoice.issued_at)), locale)),
    time: isolate(riyadhClock(new Date(invoice.issued_at), locale)),
  });

type Line = OrderDocument["lines"][number] & { index: number };

function Description({ line }: { line: Line }) {
  const locale = useLocale();
  return (
    <>
      <span className="font-medium">
        <LocalizedText eng={line.name_eng} ar={line.name_ar} />
      </span>
      {line.supply_from && line.supply_to && (
        <span className="block text-sm text-ink-3">
          {m.invoicing_invoice_supply_line({
            range: isolate(weekdayRange(line.supply_from, line.supply_to, locale)),
          })}
        </span>
      )}
      {line.discount && <Discount of={line.discount} className="block text-sm text-ink-3" />}
    </>
  );
}

const renderAmount = (text: string) => <bdi>{groupedAmount(text)}</bdi>;

const buildColumns = (percent: number): Column<Line>[] => [
  {
    id: "description",
    label: m.invoicing_invoice_description(),
    cell: (line) => <Description line={line} />,
    isHeader: true,
  },
  { id: "qty", label: m.invoicing_invoice_qty(), cell: (line) => line.qty, isNumber: true },
  {
    id: "price",
    label: m.invoicing_invoice_unit_price(),
    cell: (line) => renderAmount(line.unit_price),
    isNumber: true,
  },
  { id: "amount", label: m.invoicing_invoice_amount(), cell: (line) => renderAmount(line.amount), isNumber: true },
  { id: "rate", label: m.invoicing_invoice_rate(), cell: () => <bdi>{`${percent}%`}</bdi>, isNumber: true },
  { id: "tax", label: m.invoicing_invoice_tax(), cell: (line) => renderAmount(line.tax), isNumber: true },
  {
    id: "total",
    label: m.invoicing_invoice_line_total(),
    cell: (line) => <strong className="font-medium">{renderAmount(line.total)}</strong>,
    isNumber: true,
  },
];

function Lines({ invoice }: { invoice: OrderDocument }) {
  const rows = invoice.lines.map((line, index) => ({ ...line, index }));
  return (
    <div className="mt-2">
      <Table
        caption={m.invoicing_invoice_lines()}
        columns={buildColumns(invoice.tax_percent)}
        rows={rows}
        rowKey={({ index }) => index}
      />
      <p className="mt-2 text-xs text-ink-3">{m.invoicing_invoice_currency_note()}</p>
    </div>
  );
}

function Totals({ invoice: { sub_total, tax, tax_percent, total } }: { invoice: OrderDocument }) {
  return (
    <KeyValueList
      variant="plain"
      items={[
        { label: m.invoicing_invoice_net(), value: <Sar amount={sub_total} /> },
        { label: m.common_vat({ percent: tax_percent }), value: <Sar amount={tax} /> },
        { label: m.invoicing_invoice_total(), value: <Sar amount={total} />, isTotal: true },
      ]}
    />
  );
}

function Supply({ invoice: { supply_from, supply_to } }: { invoice: OrderDocument }) {
  const locale = useLocale();
  if (!supply_from || !supply_to) return null;
  return (
    <Part title={m.invoicing_invoice_supply()}>
      <p className="tabular-nums">
        <bdi>{weekdayRange(supply_from, supply_to, locale)}</bdi>
      </p>
    </Part>
  );
}

/** Shows a tax document as it was issued, whatever has changed since. */
export function TaxInvoice({ invoice }: { invoice: OrderDocument }) {
  const locale = useLocale();
  const { seller, payment, qr } = invoice;
  // A QR code with a stamp has three times as many squares, which phones could not read off a screen at the usual size.
  const isDense = qr.size > 60;
  const name = localText(locale, seller.name_eng, seller.name_ar);
  const address = localText(locale, seller.address_eng, seller.address_ar);
  return (
    <Card as="section" aria-labelledby="tax-invoice">
      <h2 id="tax-invoice" className="text-h3">
        {documentTitle({ kind: invoice.kind, nameCode: invoice.name_code }, locale)}
      </h2>
      <p className="mt-1 mb-6 text-sm text-ink-3 tabular-nums">{formatNumberLine(invoice, locale)}</p>
      <div className="grid gap-6 border-y border-line py-6 md:grid-cols-3 print:grid-cols-3">
        <Part title={m.invoicing_invoice_seller()}>
          <p className="font-medium">
            <bdi lang={name.lang}>{name.text}</bdi>
          </p>
          <p>
            <bdi lang={address.lang}>{address.text}</bdi>
          </p>
          <p className="tabular-nums">{m.invoicing_invoice_vat_line({ number: isolate(seller.vat_number) })}</p>
          <p className="tabular-nums">
            {m.invoicing_invoice_registration()} <bdi>{seller.registration_number}</bdi>
          </p>
        </Part>
        <Part title={m.invoicing_invoice_buyer()}>
          <Buyer buyer={invoice.buyer} />
        </Part>
        <div className="grid content-start gap-4">
          <Supply invoice={invoice} />
          <CardPart title={m.invoicing_invoice_paid_with()} payment={payment} />
        </div>
      </div>
      <Lines invoice={invoice} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-6">
        <svg
          data-print="keep-colour"
          role="img"
          aria-label={m.invoicing_invoice_qr()}
          viewBox={`-2 -2 ${qr.size + 4} ${qr.size + 4}`}
          className={`${isDense ? "size-48" : "size-33"} flex-none rounded-control border border-line bg-white`}
          shapeRendering="crispEdges"
        >
          <path d={qr.path} fill="#000" />
        </svg>
        <div className="grow md:max-w-104">
          <Totals invoice={invoice} />
        </div>
      </div>
    </Card>
  );
}

export function CreditNotes({
  notes,
  save,
}: {
  notes: readonly OrderDocument[];
  save: (creditNote: OrderDocument) => void;
}) {
  const locale = useLocale();
  if (notes.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="credit-notes">
      <h2 id="credit-notes" className="mb-4 text-h3">
        {m.invoicing_credit_notes()}
      </h2>
      <ul className="grid gap-4">
        {notes.map((creditNote) => (
          <li
            key={creditNote.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-4"
          >
            <div className="min-w-0 text-sm">
              <p className="font-medium tabular-nums">{formatNumberLine(creditNote, locale)}</p>
              <p className="text-ink-2">{creditReason(creditNote.reason ?? "", locale)}</p>
              {creditNote.remains && (
                <p className="text-ink-3 tabular-nums">
                  {m.invoicing_credit_remains()}: <Sar amount={creditNote.remains} />
                </p>
              )}
            </div>
            <strong className="font-semibold tabular-nums">
              <Sar amount={creditNote.total} />
            </strong>
            <button
              type="button"
              className="inline-link inline-flex min-h-11 items-center gap-2 text-sm"
              onClick={() => save(creditNote)}
            >
              <Icon name="download" size="sm" />
              {m.invoicing_download({ number: isolate(creditNote.number) })}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
