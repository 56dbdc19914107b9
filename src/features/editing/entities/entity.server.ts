import { eq, sql, type Column, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import type { Mode } from "./fields.server.ts";

/** How one kind of content is written in revisions, and how it stands in its own table. */
export interface Entity<Data extends object = object> {
  /** Who may write and publish it: `courses.write` or `content.write`, and so on. */
  area: "content" | "courses";
  schema: Record<Mode, z.ZodType<Data>>;
  /** What stands in the table: all of it, or the item of that id. */
  read(ctx: Ctx, entityId?: string): Promise<{ entityId: string; data: Data }[]>;
  /** Puts data into the table, as part of the open transaction. */
  write(ctx: Ctx, entityId: string, data: Data): Promise<void>;
  /** Takes the item off the site. Kinds without it cannot be taken off. */
  remove?(ctx: Ctx, entityId: string): Promise<void>;
  /** The id of a new item. */
  newId(ctx: Ctx, data: Data): Promise<string>;
  /** The id that data names, for kinds whose key is written by people; it cannot be changed. */
  keyOf?(data: Data): string;
  /** Path of the page that shows it, without language. */
  path(data: Data): string;
  /** The path is its own: when it changes, the old one leads to it. */
  hasAddress?: true;
  /** What a list calls it, in English. */
  title(data: Data): string;
}

/** The rows of a numbered table to read: all of them without an id, none for an id that is no number. */
export function numberedSql(column: Column, entityId: string | undefined): SQL | undefined {
  if (entityId === undefined) return undefined;
  return /^[1-9]\d{0,8}$/.test(entityId) ? eq(column, Number(entityId)) : sql`false`;
}

/** The next id of a numbered table, taken for a draft before its row is there. */
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

/** As a revision has it: Arabic that is missing is "". */
export const fromRow = <Row>(row: Row): Blank<Row> => mapArabic(row, (text) => text ?? "") as Blank<Row>;

/** As a table has it: Arabic that is missing is null. */
export const toRow = <Data>(data: Data): Nulled<Data> => mapArabic(data, (text) => text || null) as Nulled<Data>;
