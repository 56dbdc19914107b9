import { asc, count, desc, sql, type Column, type SQL, type SQLWrapper } from "drizzle-orm";
import type { PgColumn, PgSelect } from "drizzle-orm/pg-core";
import type { Ctx } from "../context.server.ts";

/** The page of a list to read, and its order. */
export interface PageQuery<Sort extends string = string> {
  /** Number of the page, from 1. */
  page: number;
  perPage: number;
  sort: Sort;
  order: "asc" | "desc";
}

/** Lists count and page through at most this many rows. Rows beyond them are found by a filter. */
export const maxRows = 10_000;

const getOffset = ({ page, perPage }: PageQuery): number => (page - 1) * perPage;

/** Builds the order of a list: by the requested column, then by `tie`, so that no row is on two pages. */
export function toOrderBy<Sort extends string>(
  { sort, order }: PageQuery<Sort>,
  columns: Record<Sort, Column | SQL>,
  tie: Column,
): SQL[] {
  const direction = order === "asc" ? asc : desc;
  const column: SQLWrapper = columns[sort];
  return column === tie ? [direction(tie)] : [direction(column), direction(tie)];
}

/**
 * Counts rows up to `maxRows`; `more` tells whether there are others. `rows` selects at most `limit` rows of the list.
 */
async function countUpTo(ctx: Ctx, rows: (limit: number) => SQLWrapper): Promise<{ total: number; more: boolean }> {
  const [row] = await ctx.db.select({ rows: count() }).from(sql`(${rows(maxRows + 1)}) counted`);
  const total = row?.rows ?? 0;
  return { total: Math.min(total, maxRows), more: total > maxRows };
}

/** Counts the rows of a table that meet a condition, up to `maxRows`. */
export const countRows = (ctx: Ctx, id: PgColumn, where: SQL | undefined): Promise<{ total: number; more: boolean }> =>
  countUpTo(ctx, (limit) => ctx.db.select({ id }).from(id.table).where(where).limit(limit));

/**
 * Reads the rows of one page of a list, and counts all rows. `rows` selects them, without condition and order; `sorts`
 * and `tie` are those of `toOrderBy`.
 */
export async function readPage<Select extends PgSelect, Sort extends string>(
  ctx: Ctx,
  query: PageQuery<Sort>,
  list: { rows: Select; where: SQL | undefined; sorts: Record<Sort, Column | SQL>; tie: PgColumn },
): Promise<{ rows: Awaited<Select>; total: number; more: boolean }> {
  const { where, sorts, tie } = list;
  const rows = await list.rows
    .where(where)
    .orderBy(...toOrderBy(query, sorts, tie))
    .limit(query.perPage)
    .offset(getOffset(query));
  return { rows: rows as Awaited<Select>, ...(await countRows(ctx, tie, where)) };
}

/** Returns one page of rows that are all in memory, like `readPage`. Null values come last in either order. */
export function paginateRows<Row extends { id: string | number }, Sort extends string>(
  { page, perPage, sort, order }: PageQuery<Sort>,
  rows: readonly (Row & Record<Sort, string | number | null>)[],
): { data: Row[]; total: number; more: boolean } {
  const direction = order === "asc" ? 1 : -1;
  const compare = (one: string | number, other: string | number) =>
    typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other), "en");
  const sorted = rows.toSorted((one, other) => {
    const [a, b] = [one[sort], other[sort]];
    if (a === null || b === null) return Number(a === null) - Number(b === null) || compare(one.id, other.id);
    return direction * (compare(a, b) || compare(one.id, other.id));
  });
  const total = Math.min(rows.length, maxRows);
  return { data: sorted.slice((page - 1) * perPage, page * perPage), total, more: rows.length > maxRows };
}

/** Builds the pattern of `ilike` for texts that contain this one. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

const dashes = "\u2010\u2011\u2012\u2013\u2014\u2015";

/**
 * Builds the condition that a text contains `part`, ignoring case. A search has "-" for every dash (`searchText`), so
 * every dash of the text counts as "-" too. A trigram index of the text can answer the first part of the condition.
 */
export function containsSql(text: SQLWrapper, part: string): SQL {
  const pattern = containsPattern(part);
  const folded = sql`translate(${text}, ${dashes}, ${"-".repeat(dashes.length)})`;
  return sql`(${text} ilike ${pattern.replaceAll("-", "_")} and ${folded} ilike ${pattern})`;
}
