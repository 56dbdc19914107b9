import type { ReactNode } from "react";
import { m, type NameIn } from "../messages.ts";
import { ScrollRegion } from "../parts/scroll-region.tsx";

interface TaskTableProps {
  caption: string;
  /** Of `staff_tasks_columns_…`. */
  columns: readonly NameIn<"tasks_columns">[];
  /** Its rows. */
  children: ReactNode;
}

/** Work in progress as a table. */
export function TaskTable({ caption, columns, children }: TaskTableProps) {
  return (
    <ScrollRegion label={caption}>
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th scope="col" key={name}>
                {m[`staff_tasks_columns_${name}`]()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}
