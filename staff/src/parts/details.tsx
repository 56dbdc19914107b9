import { Fragment, type ReactNode } from "react";
import { clsx } from "clsx/lite";

export interface Detail {
  label: ReactNode;
  value: ReactNode;
  className?: string;
}

interface DetailsProps {
  /** Falsy entries are left out. */
  rows: readonly (Detail | false | null | undefined | "")[];
  /** Aligns the values at the end, as a column of amounts. */
  isAmounts?: boolean;
  className?: string;
}

/** A list of labels and values. */
export function Details({ rows, isAmounts = false, className }: DetailsProps) {
  return (
    <dl className={clsx("details", isAmounts && "amounts", className)}>
      {rows.map(
        (row, index) =>
          row && (
            <Fragment key={index}>
              <dt className={row.className}>{row.label}</dt>
              <dd className={row.className}>{row.value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
