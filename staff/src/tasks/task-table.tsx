import type { ReactNode } from "react";
import { useTranslate } from "ra-core";
import { ScrollRegion } from "../ui/scroll-region.tsx";

interface TaskTableProps {
  caption: string;
  /** Of `tasks.columns`. */
  columns: readonly string[];
  /** Its rows. */
  children: ReactNode;
}

/** Work in progress as a table. */
export function TaskTable({ caption, columns, children }: TaskTableProps) {
  const translate = useTranslate();
  return (
    <ScrollRegion label={caption}>
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th scope="col" key={name}>
                {translate(`tasks.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}
