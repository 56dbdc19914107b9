import { getTableColumns, type Table } from "drizzle-orm";
import { customType, integer, timestamp } from "drizzle-orm/pg-core";
import type { z } from "zod";

/** A point in time, kept in UTC. */
export const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** The bytes of a whole file. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A number that the database gives each row. */
export const serialId = () => integer().primaryKey().generatedAlwaysAsIdentity();

/** Those columns of a table that a schema has a field for, to be selected. */
export function columnsFor<Of extends Table, Shape extends z.ZodRawShape>(
  table: Of,
  { shape }: z.ZodObject<Shape>,
): Pick<Of["_"]["columns"], Extract<keyof Shape, keyof Of["_"]["columns"]>> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in shape);
  return Object.fromEntries(columns) as ReturnType<typeof columnsFor<Of, Shape>>;
}
