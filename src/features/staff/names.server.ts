/** Names of staff. Only this module chooses between a member's two names by the language of the reader. */
import { and, inArray, isNotNull, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { localText, type Locale } from "#i18n/locale.ts";
import type { Ctx, StaffActor } from "#platform/context.server.ts";
import { staffUsers } from "./tables.server.ts";

/** Returns the name in Arabic script for Arabic readers if there is one, else the main name. */
export const staffName = ({ name, nameAr }: Pick<StaffActor, "name" | "nameAr">, locale: Locale): string =>
  localText(locale, name, nameAr).text;

/** The name of `staffName` in SQL, for sorting. */
export const staffNameSql = (locale: Locale): PgColumn | SQL =>
  locale === "ar" ? sql`coalesce(${staffUsers.nameAr}, ${staffUsers.name})` : staffUsers.name;

type Ids = readonly (string | null | undefined)[];
/** Names by staff id. */
export type StaffNames = ReadonlyMap<string | null | undefined, string>;

const uniqueIds = (ids: Ids): string[] => [...new Set(ids.filter((id) => typeof id === "string"))];

/** Reads names by id, also of removed members. A member without a name gets their email address as name. */
export async function staffNames(ctx: Ctx, ids: Ids): Promise<StaffNames> {
  const staffIds = uniqueIds(ids);
  if (staffIds.length === 0) return new Map();
  const { id, name, nameAr, email } = staffUsers;
  const rows = await ctx.db.select({ id, name, nameAr, email }).from(staffUsers).where(inArray(id, staffIds));
  return new Map(rows.map((row) => [row.id, staffName(row, ctx.locale) || row.email]));
}

/**
 * Reads the names that Arabic readers see in place of stored main names, by id. Contains only members with a name in
 * Arabic script; empty for English readers, who see the stored names.
 */
export async function readDisplayNames(ctx: Ctx, ids: Ids, locale: Locale = ctx.locale): Promise<StaffNames> {
  const staffIds = locale === "ar" ? uniqueIds(ids) : [];
  if (staffIds.length === 0) return new Map();
  const { id, name, nameAr } = staffUsers;
  const rows = await ctx.db
    .select({ id, name, nameAr })
    .from(staffUsers)
    .where(and(inArray(id, staffIds), isNotNull(nameAr)));
  return new Map(rows.map((row) => [row.id, staffName(row, locale)]));
}
