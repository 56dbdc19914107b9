import { useState } from "react";
import { m, type NameIn } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { ExportDialog } from "../tasks/export-dialog.tsx";
import { addMonths } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { CloseMonth, ClosedMonth } from "./close-month.tsx";
import { MonthAside } from "./month-aside.tsx";
import { MonthChecks } from "./month-checks.tsx";
import { MonthTables } from "./month-tables.tsx";
import { getCurrentMonth, useChosenMonth, useMonth, type Month } from "./use-month.ts";
import { Figures } from "../parts/figures.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { AsideLayout } from "../parts/aside-layout.tsx";

/** The sales and tax of a month, the checks of its books, and the exports for the accountant. */
export default function FinancePage() {
  const { date } = useFormats();
  const can = useCan();
  const [month, setMonth] = useChosenMonth();
  const { data, error, refetch } = useMonth(month);
  const [isExporting, setIsExporting] = useState(false);
  const name = date(`${month}-01`, "month");
  return (
    <>
      <ScreenHead
        title={name}
        facts={m.staff_finance_facts()}
        actions={
          <>
            <MonthSwitch month={month} name={name} onChange={setMonth} />
            {can("finance.export") && (
              <Button variant="secondary" icon="download" onClick={() => setIsExporting(true)}>
                {m.staff_common_action_export()}
              </Button>
            )}
            {data && <CloseMonth month={data} name={name} />}
          </>
        }
      />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState lines={8} />}
      {data && (
        <div className="grid gap-4">
          <FigureRow month={data} />
          {data.closed && <ClosedMonth closed={data.closed} />}
          <MonthChecks month={data} />
          <AsideLayout>
            <MonthTables month={data} />
            <MonthAside month={data} />
          </AsideLayout>
        </div>
      )}
      <ExportDialog
        isOpen={isExporting}
        title={m.staff_finance_exports_documents_of({ month: name })}
        kind="documents"
        filter={{ month }}
        isPersonal
        onClose={() => setIsExporting(false)}
      />
    </>
  );
}

function MonthSwitch({ month, name, onChange }: { month: string; name: string; onChange(month: string): void }) {
  return (
    <div
      className="inline-flex items-center rounded-control border border-line-2 bg-surface"
      role="group"
      aria-label={m.staff_finance_month()}
    >
      <TooltipButton
        icon="chevron-left"
        mirrors
        label={m.staff_common_previous_month()}
        disabled={month <= "2020-01"}
        onClick={() => onChange(addMonths(month, -1))}
      />
      <span className="min-w-34 px-2.5 text-center font-medium">{name}</span>
      <TooltipButton
        icon="chevron-right"
        mirrors
        label={m.staff_common_next_month()}
        disabled={month >= getCurrentMonth()}
        onClick={() => onChange(addMonths(month, 1))}
      />
    </div>
  );
}

function FigureRow({ month }: { month: Month }) {
  const { date, number, money } = useFormats();
  const figures: { key: NameIn<"finance_figures">; value: string; detail: string }[] = [
    {
      key: "sales",
      value: month.sales,
      detail: m.staff_finance_invoices({ n: month.invoices.count, count: number(month.invoices.count) }),
    },
    { key: "sales_tax", value: month.salesTax, detail: m.staff_finance_of_sales() },
    {
      key: "notes",
      value: String(Number(month.refunds)),
      detail: m.staff_finance_notes({
        n: month.creditNotes.count,
        count: number(month.creditNotes.count),
        tax: money(month.refundTax),
      }),
    },
    { key: "tax", value: month.tax, detail: m.staff_finance_due({ day: date(month.vatDueOn) }) },
  ];
  return (
    <Figures
      className="card"
      figures={figures.map(({ key, value, detail }) => ({
        key,
        label: m[`staff_finance_figures_${key}`](),
        value: <Money riyals={value} />,
        detail,
      }))}
    />
  );
}
