import type { ReactNode } from "react";
import { ScrollRegion } from "./scroll-region.tsx";

export interface TableColumn {
  label: string;
  /** Aligned at the end: numbers and money. */
  isAmount?: boolean;
  /** Header for screen readers only, such as for buttons. */
  isHidden?: boolean;
}

interface TableProps {
  /** Name of the region that scrolls if the table is too wide. */
  label: string;
  /** Describes the rows for screen readers. */
  caption?: string;
  columns: readonly (string | TableColumn)[];
  /** The rows. */
  children: ReactNode;
  foot?: ReactNode;
}

/** A table without pages, filters or sorting. */
export function ScrollTable({ label, caption = label, columns, children, foot }: TableProps) {
  const heads: TableColumn[] = columns.map((column) => (typeof column === "string" ? { label: column } : column));
  return (
    <ScrollRegion label={label}>
      {/* On a phone the first column keeps a minimum width, and the table scrolls. */}
      <table className="table max-md:[&_tbody_tr>:first-child]:min-w-44">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head.label} scope="col" className={head.isAmount ? "amount" : undefined}>
                {head.isHidden ? <span className="sr-only">{head.label}</span> : head.label}
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
