import { useState } from "react";
import { m } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { callStaff, downloadStaff } from "../api.ts";
import { ExportDialog } from "../tasks/export-dialog.tsx";
import { Panel } from "../parts/panel.tsx";
import { DownloadIconButton } from "../parts/download-icon-button.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { Money } from "../parts/money.tsx";
import { useCan } from "../frame/session.ts";
import type { Books, Month } from "./use-month.ts";
import { Row, Rows } from "../parts/rows.tsx";
import { TextLink } from "../parts/text-link.tsx";

/** Exports for the accountant, and our books compared with those of the card provider. */
export function MonthAside({ month }: { month: Month }) {
  const can = useCan();
  const provider = month.comparison?.result?.["provider"] as Books | undefined;
  const ours = month.comparison?.result?.["ours"] as Books | undefined;
  return (
    <div className="grid gap-4">
      {can("finance.export") && <Exports month={month} />}
      {provider && ours && <BothBooks provider={provider} ours={ours} />}
    </div>
  );
}

function Exports({ month: { id: month, invoices, creditNotes, accountant } }: { month: Month }) {
  const can = useCan();
  const { date } = useFormats();
  const [selectedKind, setSelectedKind] = useState<"pdfs" | "documents" | "orders" | "payments" | "months" | null>(
    null,
  );
  const name = date(`${month}-01`, "month");
  const pdfCount = invoices.count + creditNotes.count;
  const exports = [
    { kind: "documents", label: m.staff_finance_exports_documents_of({ month: name }) },
    {
      kind: "pdfs",
      label: m.staff_finance_exports_pdfs_of({ month: name }),
      note: m.staff_finance_exports_pdfs_count({ count: pdfCount }),
    },
    { kind: "orders", label: m.staff_finance_exports_orders_of({ month: name }) },
    { kind: "payments", label: m.staff_finance_exports_payments_of({ month: name }) },
    { kind: "months", label: m.staff_finance_exports_months() },
  ] as const;
  return (
    <Panel title={m.staff_finance_exports_title()} flush>
      <Rows>
        <VatSummary month={month} name={name} />
        {exports.map((monthExport) => (
          <Row
            key={monthExport.kind}
            start={<Icon name="file-down" />}
            end={
              <TooltipButton
                icon="download"
                label={`${m.staff_common_action_export()}: ${monthExport.label}`}
                disabled={monthExport.kind === "pdfs" && pdfCount === 0}
                onClick={() => setSelectedKind(monthExport.kind)}
              />
            }
          >
            {monthExport.label}{" "}
            {"note" in monthExport && <span className="text-sm text-ink-3">{monthExport.note}</span>}
          </Row>
        ))}
      </Rows>
      <p className="border-t border-line px-pad py-3 text-sm wrap-anywhere text-ink-3">
        {accountant ? m.staff_finance_exports_told({ email: accountant }) : m.staff_finance_exports_told_no_one()}{" "}
        {can("settings.finance") && <TextLink to="/settings?tab=company">{m.staff_finance_exports_change()}</TextLink>}
      </p>
      <ExportDialog
        isOpen={selectedKind !== null}
        title={exports.find(({ kind }) => kind === selectedKind)?.label ?? ""}
        {...(selectedKind === "pdfs"
          ? { start: () => callStaff("POST /api/staff/months/:id/pdfs", { id: month }) }
          : { kind: selectedKind ?? "", filter: selectedKind === "months" ? {} : { month } })}
        isPersonal={selectedKind !== "months" && selectedKind !== "payments"}
        onClose={() => setSelectedKind(null)}
      />
    </Panel>
  );
}

/** VAT summaries of the month and of its quarter. */
function VatSummary({ month, name }: { month: string; name: string }) {
  const sheets = [
    { period: "month", label: m.staff_finance_exports_vat_of({ month: name }) },
    { period: "quarter", label: m.staff_finance_exports_vat_of_quarter() },
  ] as const;
  return sheets.map(({ period, label }) => (
    <Row
      key={period}
      start={<Icon name="file-down" />}
      end={
        <DownloadIconButton
          save={() => downloadStaff("GET /api/staff/months/:id/vat-summary", { id: month, of: period })}
          label={`${m.staff_common_action_download()}: ${label}`}
        />
      }
    >
      {label}{" "}
      <bdi className="text-sm text-ink-3" dir="ltr">
        PDF
      </bdi>
    </Row>
  ));
}

function BothBooks({ provider, ours }: { provider: Books; ours: Books }) {
  const { number } = useFormats();
  const rows = [
    { key: "in", provider: provider.in, ours: ours.in },
    { key: "out", provider: `-${provider.out}`, ours: `-${ours.out}` },
  ] as const;
  return (
    <Panel title={m.staff_finance_books_title()} flush>
      <table className="table">
        <caption className="sr-only">{m.staff_finance_books_title()}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{m.staff_finance_books_what()}</span>
            </th>
            <th scope="col" className="amount">
              {m.staff_finance_books_ours()}
            </th>
            <th scope="col" className="amount">
              {m.staff_finance_books_provider()}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{m.staff_finance_books_count()}</th>
            <td className="amount">{number(ours.count)}</td>
            <td className="amount">{number(provider.count)}</td>
          </tr>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{m[`staff_finance_books_${row.key}`]()}</th>
              <td className="amount">
                <Money riyals={row.ours} />
              </td>
              <td className="amount">
                <Money riyals={row.provider} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
