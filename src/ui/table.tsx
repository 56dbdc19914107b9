import { clsx } from "clsx/lite";
import type { ReactNode } from "react";

export interface Column<Row> {
  id: string;
  /** Header. Empty for a column of actions, which then needs `name`. */
  label: string;
  /** Header for screen readers, if `label` is empty. */
  name?: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  isHeader?: boolean;
}

export interface TableProps<Row> {
  /** Caption for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  className?: string;
}

/**
 * Below 44rem each row becomes a list of labelled lines; a line that is still too long scrolls. The table roles are
 * kept.
 */
export function Table<Row>({ caption, columns, rows, rowKey, className }: TableProps<Row>) {
  const getAlignClass = (column: Column<Row>) =>
    clsx(
      column.isNumber ? "text-end tabular-nums whitespace-nowrap" : column.label ? "text-start" : "text-end",
      "px-2 first:ps-0 last:pe-0",
    );
  return (
    <div className="@container relative overflow-x-auto">
      <table role="table" className={clsx("w-full border-collapse text-[.9375rem] @max-[44rem]:block", className)}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="@max-[44rem]:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.id}
                role="columnheader"
                scope="col"
                className={clsx(
                  getAlignClass(column),
                  "whitespace-nowrap border-b border-line py-3.5 text-xs font-medium text-ink-3",
                )}
              >
                {column.label || <span className="sr-only">{column.name}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-[44rem]:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="border-b border-line last:border-0 @max-[44rem]:block @max-[44rem]:py-4 @min-[44rem]:hover:bg-primary-tint/45"
            >
              {columns.map((column) => {
                const Cell = column.isHeader ? "th" : "td";
                return (
                  <Cell
                    key={column.id}
                    role={column.isHeader ? "rowheader" : "cell"}
                    scope={column.isHeader ? "row" : undefined}
                    className={clsx(
                      getAlignClass(column),
                      "align-middle font-normal @max-[44rem]:flex @max-[44rem]:justify-between @max-[44rem]:gap-4 @max-[44rem]:px-0 @max-[44rem]:py-1.5 @max-[44rem]:text-end @max-[44rem]:whitespace-normal @min-[44rem]:py-[1.15rem]",
                    )}
                  >
                    <span
                      aria-hidden="true"
                      className={clsx("flex-none text-sm text-ink-3 @min-[44rem]:hidden", !column.label && "hidden")}
                    >
                      {column.label}
                    </span>
                    <span className={clsx("min-w-0", !column.label && "@max-[44rem]:ms-auto")}>{column.cell(row)}</span>
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
