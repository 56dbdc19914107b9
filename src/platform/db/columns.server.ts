import { getTableColumns, type Table } from "drizzle-orm";
import { customType, integer, timestamp } from "drizzle-orm/pg-core";
import type { z } from "zod";

/** Column of a point in time, stored in UTC. */
export const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** Column of the bytes of a whole file. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Primary key of numbers that the database assigns. */
export const serialId = () => integer().primaryKey().generatedAlwaysAsIdentity();

/** Picks the columns of a table for which a schema has a field, to select them. */
export function columnsFor<Of extends Table, Shape extends z.ZodRawShape>(
  table: Of,
  { shape }: z.ZodObject<Shape>,
): Pick<Of["_"]["columns"], Extract<keyof Shape, keyof Of["_"]["columns"]>> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in shape);
  return Object.fromEntries(columns) as ReturnType<typeof columnsFor<Of, Shape>>;
}
