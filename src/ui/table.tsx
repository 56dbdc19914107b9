import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface Column<Row> {
  id: string;
  /** The header; empty for a column of actions, which then needs `name`. */
  label: string;
  /** What screen readers hear for a header that shows nothing. */
  name?: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the inline end. */
  isNumber?: boolean;
  /** Names the row. */
  isHeader?: boolean;
}

export interface TableProps<Row> {
  /** What the table holds; for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  className?: string;
}

/** A table on hairlines; at 767 px and below each row becomes a list of labelled lines. The roles survive that change. */
export function Table<Row>({ caption, columns, rows, rowKey, className }: TableProps<Row>) {
  const place = (column: Column<Row>) => cx(column.isNumber ? "text-end tabular-nums whitespace-nowrap" : column.label ? "text-start" : "text-end", "px-4 first:ps-0 last:pe-0");
  return (
    <table role="table" className={cx("w-full border-collapse text-[.9375rem] max-md:block", className)}>
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.id} role="columnheader" scope="col" className={cx(place(column), "whitespace-nowrap border-b border-line py-3.5 text-xs font-medium text-ink-3")}>
              {column.label || <span className="sr-only">{column.name}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className="border-b border-line last:border-0 max-md:block max-md:py-4 md:hover:bg-primary-tint/45">
            {columns.map((column) => {
              const Cell = column.isHeader ? "th" : "td";
              return (
                <Cell key={column.id} role={column.isHeader ? "rowheader" : "cell"} scope={column.isHeader ? "row" : undefined} className={cx(place(column), "align-middle font-normal max-md:flex max-md:justify-between max-md:gap-4 max-md:px-0 max-md:py-1.5 max-md:text-end max-md:whitespace-normal md:py-[1.15rem]")}>
                  <span aria-hidden="true" className={cx("flex-none text-sm text-ink-3 md:hidden", !column.label && "hidden")}>{column.label}</span>
                  <span className={cx("min-w-0", !column.label && "max-md:ms-auto")}>{column.cell(row)}</span>
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
