import { asc, count, desc, sql, type Column, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Ctx } from "../context.server.ts";

/** Which rows of a list, and in which order. */
export interface PageQuery<Sort extends string = string> {
  /** From 1. */
  page: number;
  perPage: number;
  sort: Sort;
  order: "ASC" | "DESC";
}

/** Rows a list pages through, and counts up to: what lies further is found by a filter, not by paging. */
export const mostRows = 10_000;

export const offsetOf = ({ page, perPage }: PageQuery): number => (page - 1) * perPage;

/** The order of a list: by the column asked for, and by `tie` where that is equal, so that no row is on two pages. */
export function orderOf<Sort extends string>(
  { sort, order }: PageQuery<Sort>,
  columns: Record<Sort, Column | SQL>,
  tie: Column,
): SQL[] {
  const direction = order === "ASC" ? asc : desc;
  const column: SQLWrapper = columns[sort];
  return column === tie ? [direction(tie)] : [direction(column), direction(tie)];
}

/** How many rows there are, counted up to `mostRows`; `more` when there are others. `rows` selects the list, at most `limit` rows of it. */
export async function countUpTo(
  ctx: Ctx,
  rows: (limit: number) => SQLWrapper,
): Promise<{ total: number; more: boolean }> {
  const [found] = await ctx.db.select({ rows: count() }).from(sql`(${rows(mostRows + 1)}) counted`);
  const total = found?.rows ?? 0;
  return { total: Math.min(total, mostRows), more: total > mostRows };
}

/** A pattern of `ilike` for texts that hold this one. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
