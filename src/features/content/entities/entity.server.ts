import { eq, sql, type Column, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import type { Mode } from "./fields.server.ts";

/** Title in both languages; empty when missing. */
export interface Title {
  eng: string;
  ar: string;
}

export interface Entity<Data extends object = object> {
  /** Prefix of its permissions, such as `courses.write`. */
  area: "content" | "courses";
  schema: Record<Mode, z.ZodType<Data>>;
  read(ctx: Ctx, entityId?: string): Promise<{ entityId: string; data: Data }[]>;
  /** Called in the open transaction. */
  write(ctx: Ctx, entityId: string, data: Data): Promise<void>;
  /** Missing for kinds that cannot be unpublished. */
  remove?(ctx: Ctx, entityId: string): Promise<void>;
  /** Only for kinds where people choose the order of the items, or of some of them. */
  order?: {
    /** Field with the position of an item, from 1; null for an item without a position. */
    field: "position" | "popular_position";
    /** Writes the positions of the items on the site. Called in the open transaction. */
    write(ctx: Ctx, ids: string[]): Promise<void>;
  };
  newId(ctx: Ctx, data: Data): Promise<string>;
  /** Only for kinds whose key people enter. It cannot be changed later. */
  keyOf?(data: Data): string;
  /** Path of its page, without language. */
  path(data: Data): string;
  /** Whether each item has a path of its own; when it changes, the old path redirects to the new one. */
  hasAddress?: true;
  title(data: Data): Title;
}

/** Returns the item's position, from 1; null when its kind has no order or the item has no position. */
export function getPosition({ order }: Pick<Entity, "order">, data: object): number | null {
  const value = order && (data as Record<string, unknown>)[order.field];
  return typeof value === "number" ? value : null;
}

/** Condition on a numeric id. Without an id it selects all rows; an id that is not a number selects none. */
export function numberedSql(column: Column, entityId: string | undefined): SQL | undefined {
  if (entityId === undefined) return undefined;
  return /^[1-9]\d{0,8}$/.test(entityId) ? eq(column, Number(entityId)) : sql`false`;
}

/** Builds the `order` of an entity: the position of a row is that of its id in the list of ids. */
export const orderRows = (table: PgTable, id: Column, positionColumn: Column): NonNullable<Entity["order"]> => ({
  field: positionColumn.name as "position" | "popular_position",
  async write({ db }, ids) {
    const position = sql`array_position(${sql.param(ids)}::text[], ${id}::text)`;
    await db.execute(
      sql`update ${table} set ${sql.identifier(positionColumn.name)} = ${position} where ${positionColumn} is not null and ${id}::text = any(${sql.param(ids)}::text[])`,
    );
  },
});

/** Reserves the next id of a numbered table for a draft. */
export async function nextId(ctx: Ctx, table: string): Promise<string> {
  const { rows } = await ctx.db.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id`,
  );
  return String(rows[0]?.id);
}

const isArabic = (key: string) => key === "ar" || key.endsWith("_ar");

type Blank<Value> = Value extends readonly (infer Item)[]
  ? Blank<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Key extends "ar" | `${string}_ar` ? string : Blank<Value[Key]> }
    : Value;
type Nulled<Value> = Value extends readonly (infer Item)[]
  ? Nulled<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Key extends "ar" | `${string}_ar` ? string | null : Nulled<Value[Key]> }
    : Value;

function mapArabic(value: unknown, change: (text: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapArabic(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isArabic(key) ? change(item) : mapArabic(item, change)]),
  );
}

/** Converts a table row to the data of a revision, where missing Arabic is "". */
export const fromRow = <Row>(row: Row): Blank<Row> => mapArabic(row, (text) => text ?? "") as Blank<Row>;

/** Converts the data of a revision to a table row, where missing Arabic is null. */
export const toRow = <Data>(data: Data): Nulled<Data> => mapArabic(data, (text) => text || null) as Nulled<Data>;
