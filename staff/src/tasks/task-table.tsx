import type { ReactNode } from "react";
import { m, type NameIn } from "../messages.ts";
import { Table } from "../parts/table.tsx";

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
    <Table label={caption} columns={columns.map((name) => m[`staff_tasks_columns_${name}`]())}>
      {children}
    </Table>
  );
}
