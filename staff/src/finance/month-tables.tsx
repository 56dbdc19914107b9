import { useState, type ReactNode } from "react";
import { useTranslate } from "ra-core";
import { Tab, Tabs } from "@mui/material";
import { Link } from "react-router-dom";
import { useQuery } from "@tanstack/react-query";
import { staffCall, type StaffApiError } from "../api.ts";
import { useFormats } from "../ui/formats.ts";
import { Money } from "../ui/money.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { DocumentsTable } from "./documents-table.tsx";
import type { Figures, Month } from "./use-month.ts";

const tabs = ["courses", "days", "documents", "months"] as const;
type TabName = (typeof tabs)[number];

/** The month by course, by day, by document; and all months. */
export function MonthTables({ month }: { month: Month }) {
  const translate = useTranslate();
  const [tab, setTab] = useState<TabName>("courses");
  return (
    <section className="card">
      <Tabs
        value={tab}
        onChange={(_event, chosen: TabName) => setTab(chosen)}
        variant="scrollable"
        aria-label={translate("finance.tabs.label")}
        sx={{ paddingInline: 3 }}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`finance-tab-${name}`}
            aria-controls="finance-panel"
            label={translate(`finance.tabs.${name}`)}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id="finance-panel" aria-labelledby={`finance-tab-${tab}`}>
        {tab === "courses" && <Courses month={month} />}
        {tab === "days" && <Days month={month} />}
        {tab === "documents" && <DocumentsTable month={month.id} />}
        {tab === "months" && <Months />}
      </div>
    </section>
  );
}

interface Line extends Figures {
  key: string;
  name: ReactNode;
  seats: number;
}

/** A zero is a dash, so that what counts is seen. */
const Amount = ({ riyals }: { riyals: string }) => (Number(riyals) === 0 ? <span>–</span> : <Money riyals={riyals} />);

function FiguresTable({ caption, head, lines, sum }: { caption: string; head: string; lines: Line[]; sum?: Line }) {
  const translate = useTranslate();
  const { number } = useFormats();
  const cells = (line: Line, isSum = false) => (
    <>
      {isSum ? <th scope="row">{line.name}</th> : <td>{line.name}</td>}
      <td className="amount">{number(line.seats)}</td>
      <td className="amount">
        <Amount riyals={line.sales} />
      </td>
      <td className="amount">
        <Amount riyals={line.refunds} />
      </td>
      <td className="amount">
        <Amount riyals={line.tax} />
      </td>
      <td className="amount strong">
        <Amount riyals={line.total} />
      </td>
    </>
  );
  return (
    <ScrollRegion label={caption}>
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {(["seats", "sales", "refunds", "tax", "total"] as const).map((name) => (
              <th scope="col" className="amount" key={name}>
                {translate(`finance.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>{cells(line)}</tr>
          ))}
        </tbody>
        {sum && (
          <tfoot>
            <tr>{cells(sum, true)}</tr>
          </tfoot>
        )}
      </table>
    </ScrollRegion>
  );
}

const NothingSold = () => {
  const translate = useTranslate();
  return (
    <Empty icon="receipt-text" title={translate("finance.nothing")}>
      {translate("finance.nothing_text")}
    </Empty>
  );
};

function useSum(month: Month): Line {
  const { date } = useFormats();
  return { ...month, key: "sum", name: date(`${month.id}-01`, "month") };
}

function Courses({ month }: { month: Month }) {
  const translate = useTranslate();
  const { localized } = useFormats();
  const sum = useSum(month);
  if (month.courses.length === 0) return <NothingSold />;
  const lines = month.courses.map((course) => ({
    ...course,
    key: course.name_eng,
    name: <span className="strong">{localized(course.name_eng, course.name_ar)}</span>,
  }));
  return (
    <FiguresTable
      caption={translate("finance.tabs.courses")}
      head={translate("finance.columns.course")}
      lines={lines}
      sum={sum}
    />
  );
}

function Days({ month }: { month: Month }) {
  const translate = useTranslate();
  const { date } = useFormats();
  const sum = useSum(month);
  if (month.days.length === 0) return <NothingSold />;
  const lines = month.days.map((day) => ({ ...day, key: day.day, name: date(day.day, "dayMonth") }));
  return (
    <FiguresTable
      caption={translate("finance.tabs.days")}
      head={translate("finance.columns.day")}
      lines={lines}
      sum={sum}
    />
  );
}

interface MonthRow extends Figures {
  id: string;
  invoices: number;
  credit_notes: number;
}

function Months() {
  const translate = useTranslate();
  const { date, number } = useFormats();
  const { data, error, refetch } = useQuery<{ data: MonthRow[] }, StaffApiError>({
    queryKey: ["finance", "months"],
    queryFn: ({ signal }) => staffCall<{ data: MonthRow[] }>("GET months", { perPage: "100" }, signal),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const columns = ["invoices", "sales", "sales_tax", "notes", "refunds", "tax"] as const;
  return (
    <ScrollRegion label={translate("finance.tabs.months")}>
      <table className="table">
        <caption className="visually-hidden">{translate("finance.tabs.months")}</caption>
        <thead>
          <tr>
            <th scope="col">{translate("finance.month")}</th>
            {columns.map((name) => (
              <th scope="col" className="amount" key={name}>
                {translate(`finance.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.data.map((month) => (
            <tr key={month.id}>
              <td>
                <Link className="link" to={`/finance?month=${month.id}`}>
                  {date(`${month.id}-01`, "month")}
                </Link>
              </td>
              <td className="amount">{number(month.invoices)}</td>
              <td className="amount">
                <Amount riyals={month.sales} />
              </td>
              <td className="amount">
                <Amount riyals={month.sales_tax} />
              </td>
              <td className="amount">{number(month.credit_notes)}</td>
              <td className="amount">
                <Amount riyals={month.refunds} />
              </td>
              <td className="amount strong">
                <Amount riyals={month.tax} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
