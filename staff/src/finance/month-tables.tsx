import { useState, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { m, type NameIn } from "../messages.ts";
import { ViewTabs } from "../parts/view-tabs.tsx";
import { callStaff } from "../api.ts";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import { Empty, Failed, LoadingState } from "../parts/states.tsx";
import { DocumentsTable } from "./documents-table.tsx";
import type { Figures, Month } from "./use-month.ts";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { TextLink } from "../parts/text-link.tsx";

const tabs = ["courses", "days", "codes", "documents", "months"] as const;
type TabName = (typeof tabs)[number];

/** Sales by course, by day and by code, the documents of the month, and all months. */
export function MonthTables({ month }: { month: Month }) {
  const [tab, setTab] = useState<TabName>("courses");
  return (
    <section className="card [&_[role=tabpanel]>.card]:border-0">
      <ViewTabs
        label={m.staff_finance_tabs_label()}
        tabs={tabs.map((id) => ({ id, label: m[`staff_finance_tabs_${id}`]() }))}
        value={tab}
        onChange={setTab}
      >
        {tab === "courses" && <Courses month={month} />}
        {tab === "days" && <Days month={month} />}
        {tab === "codes" && <Codes month={month} />}
        {tab === "documents" && <DocumentsTable month={month.id} />}
        {tab === "months" && <Months />}
      </ViewTabs>
    </section>
  );
}

/** Shows zero as a dash, so that other values stand out. */
const Amount = ({ riyals }: { riyals: string }) => (Number(riyals) === 0 ? <span>–</span> : <Money riyals={riyals} />);

type Cell = { count: number } | { riyals: string };
interface Line {
  key: string;
  name: ReactNode;
  /** One cell for each column. The last is the total. */
  cells: Cell[];
}

interface AmountTableProps {
  caption: string;
  head: string;
  columns: readonly NameIn<"finance_columns">[];
  lines: Line[];
  sum?: Line;
}

function AmountTable({ caption, head, columns, lines, sum }: AmountTableProps) {
  const { number } = useFormats();
  const renderCells = ({ cells }: Line) =>
    cells.map((cell, index) => (
      <td key={columns[index]} className={index === columns.length - 1 ? "amount font-medium" : "amount"}>
        {"count" in cell ? number(cell.count) : <Amount riyals={cell.riyals} />}
      </td>
    ));
  return (
    <ScrollTable
      label={caption}
      columns={[head, ...columns.map((name) => ({ label: m[`staff_finance_columns_${name}`](), isEndAligned: true }))]}
      foot={
        sum && (
          <tr className="border-t-2 border-ink font-semibold text-ink [&>th]:border-0 [&>th]:bg-transparent [&>th]:text-base [&>th]:font-semibold [&>th]:text-ink">
            <th scope="row">{sum.name}</th>
            {renderCells(sum)}
          </tr>
        )
      }
    >
      {lines.map((line) => (
        <tr key={line.key}>
          <td>{line.name}</td>
          {renderCells(line)}
        </tr>
      ))}
    </ScrollTable>
  );
}

interface SoldTableProps {
  month: Month;
  by: "course" | "day";
  lines: (Figures & { seats: number; key: string; name: ReactNode })[];
}

/** Sales by course or by day, with the total of the month. */
function SoldTable({ month, by, lines }: SoldTableProps) {
  const { date } = useFormats();
  if (lines.length === 0) return <NothingSold />;
  const toLine = ({ key, name, seats, sales, refunds, tax, total }: SoldTableProps["lines"][number]): Line => ({
    key,
    name,
    cells: [{ count: seats }, ...[sales, refunds, tax, total].map((riyals) => ({ riyals }))],
  });
  return (
    <AmountTable
      caption={m[`staff_finance_tabs_${by}s`]()}
      head={m[`staff_finance_columns_${by}`]()}
      columns={["seats", "sales", "refunds", "tax", "total"]}
      lines={lines.map(toLine)}
      sum={toLine({ ...month, key: "sum", name: date(`${month.id}-01`, "month") })}
    />
  );
}

const NothingSold = () => {
  return (
    <Empty icon="receipt-text" title={m.staff_finance_nothing()}>
      {m.staff_finance_nothing_text()}
    </Empty>
  );
};

function Courses({ month }: { month: Month }) {
  const { localized } = useFormats();
  const lines = month.courses.map((course) => ({
    ...course,
    key: course.name_eng,
    name: <span className="font-medium">{localized(course.name_eng, course.name_ar)}</span>,
  }));
  return <SoldTable month={month} by="course" lines={lines} />;
}

function Days({ month }: { month: Month }) {
  const { date } = useFormats();
  const lines = month.days.map((day) => ({ ...day, key: day.day, name: date(day.day, "dayMonth") }));
  return <SoldTable month={month} by="day" lines={lines} />;
}

function Codes({ month }: { month: Month }) {
  if (month.codes.length === 0) return <Empty icon="badge-percent" title={m.staff_finance_no_discounts()} />;
  const lines = month.codes.map(({ code, seats, discount, sales, refunds, tax, total }) => ({
    key: code ?? "",
    name:
      code === null ? (
        m.staff_finance_group_price()
      ) : (
        <bdi className="font-medium" dir="ltr">
          {code}
        </bdi>
      ),
    cells: [{ count: seats }, ...[discount, sales, refunds, tax, total].map((riyals) => ({ riyals }))],
  }));
  return (
    <AmountTable
      caption={m.staff_finance_tabs_codes()}
      head={m.staff_finance_columns_code()}
      columns={["seats", "discount", "sales", "refunds", "tax", "total"]}
      lines={lines}
    />
  );
}

function Months() {
  const { date } = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ["finance", "months"],
    queryFn: ({ signal }) => callStaff("GET /api/staff/months", { per_page: 100 }, signal),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const lines = data.data.map(({ id, ...month }) => ({
    key: id,
    name: <TextLink to={`/finance?month=${id}`}>{date(`${id}-01`, "month")}</TextLink>,
    cells: [
      { count: month.invoices },
      { riyals: month.sales },
      { riyals: month.salesTax },
      { count: month.creditNotes },
      { riyals: month.refunds },
      { riyals: month.tax },
    ],
  }));
  return (
    <AmountTable
      caption={m.staff_finance_tabs_months()}
      head={m.staff_finance_month()}
      columns={["invoices", "sales", "sales_tax", "notes", "refunds", "tax"]}
      lines={lines}
    />
  );
}
