import type { ReactNode } from "react";
import { ScrollRegion } from "./scroll-region.tsx";

export interface TableColumn {
  label: string;
  /** At the end edge: numbers and money. */
  isAmount?: boolean;
  /** For those alone who do not see it: of buttons. */
  isHidden?: boolean;
}

interface TableProps {
  /** Of the region that scrolls where the table is wider than its place. */
  label: string;
  /** What the rows are, to those who do not see them. */
  caption?: string;
  columns: readonly (string | TableColumn)[];
  /** Its rows. */
  children: ReactNode;
  foot?: ReactNode;
}

/** A table that is no list of its own: without pages, filters and an order to choose. */
export function ScrollTable({ label, caption = label, columns, children, foot }: TableProps) {
  const heads: TableColumn[] = columns.map((column) => (typeof column === "string" ? { label: column } : column));
  return (
    <ScrollRegion label={label}>
      {/* On a phone the first column keeps words together, and the table scrolls. */}
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
