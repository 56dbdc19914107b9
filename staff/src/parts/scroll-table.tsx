import type { ReactNode } from "react";
import { ScrollRegion } from "./scroll-region.tsx";

export interface TableColumn {
  label: string;
  /** Aligns the column's header at the end, for numbers and money. Its cells need the class `amount`. */
  isEndAligned?: boolean;
  /** Only screen readers get the header, for example above buttons. */
  isHidden?: boolean;
}

interface TableProps {
  /** Accessible name of the table's region, which scrolls if the table is too wide. */
  label: string;
  /** Describes the rows for screen readers. */
  caption?: string;
  columns: readonly (string | TableColumn)[];
  /** Table rows. */
  children: ReactNode;
  foot?: ReactNode;
}

/** A table without pages, filters or sorting. */
export function ScrollTable({ label, caption = label, columns, children, foot }: TableProps) {
  const headers: TableColumn[] = columns.map((column) => (typeof column === "string" ? { label: column } : column));
  return (
    <ScrollRegion label={label}>
      {/* On a phone the first column keeps a minimum width, and the table scrolls. */}
      <table className="table max-md:[&_tbody_tr>:first-child]:min-w-44">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header.label} scope="col" className={header.isEndAligned ? "amount" : undefined}>
                {header.isHidden ? <span className="sr-only">{header.label}</span> : header.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </ScrollRegion>
  );
}
