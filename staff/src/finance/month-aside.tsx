import { useState } from "react";
import { useTranslate } from "ra-core";
import { IconButton } from "@mui/material";
import { ExportDialog } from "../tasks/export-dialog.tsx";
import { Card } from "../ui/card.tsx";
import { useFormats } from "../ui/formats.ts";
import { Icon } from "../ui/icon.tsx";
import { Money } from "../ui/money.tsx";
import { useMay } from "../ui/use-may.ts";
import type { Books, Month } from "./use-month.ts";

/** What the accountant takes along, and our books beside the card provider's. */
export function MonthAside({ month }: { month: Month }) {
  const may = useMay();
  const provider = month.comparison?.result?.["provider"] as Books | undefined;
  const ours = month.comparison?.result?.["ours"] as Books | undefined;
  return (
    <div className="stack">
      {may("finance.export") && <Exports month={month.id} />}
      {provider && ours && <BothBooks provider={provider} ours={ours} />}
    </div>
  );
}

function Exports({ month }: { month: string }) {
  const translate = useTranslate();
  const { date } = useFormats();
  const [chosen, setChosen] = useState<"documents" | "orders" | "months" | null>(null);
  const name = date(`${month}-01`, "month");
  const exports = [
    { kind: "documents", label: translate("finance.exports.documents_of", { month: name }) },
    { kind: "orders", label: translate("finance.exports.orders_of", { month: name }) },
    { kind: "months", label: translate("finance.exports.months") },
  ] as const;
  return (
    <Card title={translate("finance.exports.title")} flush>
      <ul className="rows">
        {exports.map(({ kind, label }) => (
          <li key={kind}>
            <Icon name="file-down" />
            <span className="grow">{label}</span>
            <IconButton aria-label={`${translate("tasks.export")}: ${label}`} onClick={() => setChosen(kind)}>
              <Icon name="download" />
            </IconButton>
          </li>
        ))}
      </ul>
      <ExportDialog
        isOpen={chosen !== null}
        title={exports.find(({ kind }) => kind === chosen)?.label ?? ""}
        kind={chosen ?? ""}
        filter={chosen === "months" ? {} : { month }}
        isPersonal={chosen !== "months"}
        onClose={() => setChosen(null)}
      />
    </Card>
  );
}

function BothBooks({ provider, ours }: { provider: Books; ours: Books }) {
  const translate = useTranslate();
  const { number } = useFormats();
  const rows = [
    { key: "in", provider: provider.in, ours: ours.in },
    { key: "out", provider: `-${provider.out}`, ours: `-${ours.out}` },
  ];
  return (
    <Card title={translate("finance.books.title")} flush>
      <table className="table">
        <caption className="visually-hidden">{translate("finance.books.title")}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{translate("finance.books.what")}</span>
            </th>
            <th scope="col" className="amount">
              {translate("finance.books.ours")}
            </th>
            <th scope="col" className="amount">
              {translate("finance.books.provider")}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{translate("finance.books.count")}</th>
            <td className="amount">{number(ours.count)}</td>
            <td className="amount">{number(provider.count)}</td>
          </tr>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{translate(`finance.books.${row.key}`)}</th>
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
    </Card>
  );
}
