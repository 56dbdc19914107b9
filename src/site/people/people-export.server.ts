import { and, asc, count, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { users } from "#features/people/tables.server.ts";
import { professionIn } from "#features/orders/roster/roster-labels.ts";
import { chosenIds, defineExport } from "#features/staff/tasks/export.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { languageName } from "#i18n/locale.ts";
import { instant, label, number, text } from "#platform/export/columns.ts";
import { m } from "#messages";
import { detailsOf, peopleFilter, peopleFilterSql, type PeopleFilter } from "./people-list.server.ts";

interface ExportedPeople extends PeopleFilter {
  /** Those chosen in the list. */
  ids?: string[] | undefined;
}
const wanted = (ctx: Ctx, { ids, ...filter }: ExportedPeople) =>
  and(peopleFilterSql(ctx, filter), ids && inArray(users.id, ids));

/** By name, as the list shows them. */
async function selectPeople(ctx: Ctx, filter: ExportedPeople, after: [string, string] | null, limit: number) {
  const rest = after === null ? undefined : sql`(${users.name}, ${users.id}) > (${after[0]}, ${after[1]})`;
  const people = await ctx.db
    .select()
    .from(users)
    .where(and(wanted(ctx, filter), rest))
    .orderBy(asc(users.name), asc(users.id))
    .limit(limit);
  if (people.length === 0) return [];
  const { orders, courses } = await detailsOf(ctx, people);
  return people.map((person) => ({
    person,
    orders: orders.get(person.id) ?? 0,
    course: courses.get(person.id) ?? null,
  }));
}
type Row = Awaited<ReturnType<typeof selectPeople>>[number];

/** `POST exports` with `people`: those chosen, or as the list finds them, by name. */
export const exportPeople = defineExport<ExportedPeople, Row, [string, string]>({
  kind: "people",
  permission: "people.export",
  personal: true,
  title: (_filter, locale) => m.people_export_title({}, { locale }),
  filter: peopleFilter.extend({ ids: chosenIds(z.string().min(1).max(64)).optional() }).strict(),
  columns: [
    text(label(m.roster_column_name), ({ person }) => person.name),
    text(label(m.roster_column_name_other), ({ person }) => person.nameOther),
    text(label(m.roster_column_profession), ({ person }, locale) => professionIn(person.profession, locale)),
    text(label(m.roster_column_scfhs), ({ person }) => person.scfhsNumber),
    text(label(m.roster_column_email), ({ person }) => person.email),
    text(label(m.roster_column_phone), ({ person }) => person.contactNumber),
    text(label(m.people_column_workplace), ({ person }) => person.workplace),
    text(label(m.people_column_language), ({ person }, locale) => languageName(person.locale, locale)),
    number(label(m.people_column_orders), ({ orders }) => orders),
    text(label(m.people_column_course), ({ course }, locale) =>
      course ? ((locale === "ar" ? course.name_ar : null) ?? course.name_eng) : null,
    ),
    instant(label(m.people_column_since), ({ person }) => person.createdAt),
  ],
  count: async (ctx, filter) =>
    (await ctx.db.select({ rows: count() }).from(users).where(wanted(ctx, filter)))[0]?.rows ?? 0,
  rows: selectPeople,
  key: ({ person }) => [person.name, person.id],
});
