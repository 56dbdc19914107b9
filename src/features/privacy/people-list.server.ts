import { and, count, desc, eq, gte, inArray, isNull, lt, or, sql, type SQL, asc } from "drizzle-orm";
import { z } from "zod";
import { personMatchesSql } from "#features/people/person.server.ts";
import { professions } from "#features/people/professions.ts";
import { users } from "#features/people/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { plannedErasures } from "#features/people/profile/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { readPage } from "#platform/db/list-page.server.ts";
import { choice, recordId, searchText } from "#platform/http/fields.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { professionIn } from "#features/seats/roster/roster-states.ts";
import { chosenIds, defineExport } from "#features/staff/tasks/export.server.ts";
import { languageName } from "#i18n/locale.ts";
import { instant, label, number, text } from "#platform/export/columns.ts";
import { m } from "#messages";

export const peopleSorts = { name: users.name, created_at: users.createdAt } as const;
/** Instants are ISO 8601 UTC. */
export const personRow = z.object({
  id: z.string(),
  name: z.string(),
  name_other: z.string().nullable().meta({ description: "The name in the other script" }),
  email: z.string(),
  contact_number: z.string(),
  scfhs_number: z.string(),
  profession: z.string(),
  workplace: z.string(),
  locale: z.string(),
  created_at: z.string(),
  orders: z.int(),
  last_course: z.object({ name_eng: z.string(), name_ar: z.string().nullable() }).nullable(),
  mail_failed: z.boolean().meta({ description: "Whether an email to this address failed" }),
  erasure_due_on: z
    .string()
    .nullable()
    .meta({ description: "The day of a planned erasure, `YYYY-MM-DD`; null without one" }),
});
type PersonRow = z.output<typeof personRow>;

/** Filter of the list of people. */
export const peopleFilter = z.object({
  q: searchText(100).optional().meta({ description: "Words of a name, an email, a phone or an SCFHS number" }),
  profession: choice(professions).optional(),
  locale: z.enum(["en", "ar"]).optional(),
  scfhs: z.literal("missing").optional(),
  course_id: recordId().optional().meta({ description: "People who have had a seat on this course" }),
  attended_since: z.iso.date().optional().meta({ description: "People who have attended a course since this day" }),
  erasure: z.literal("planned").optional(),
});
export type PeopleFilter = z.output<typeof peopleFilter>;

const selectConfirmedSeats = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select({ userId: enrolments.userId })
    .from(enrolments)
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .where(and(eq(enrolments.state, "confirmed"), isNull(courseRuns.cancelledAt), where));

/** Builds the condition of the list; erased people are left out. */
function peopleFilterSql(ctx: Ctx, filter: PeopleFilter): SQL | undefined {
  const { q, profession, locale, scfhs, course_id, attended_since, erasure } = filter;
  const hasBegun = lt(courseRuns.startDate, riyadhDate(ctx.now()));
  return and(
    isNull(users.erasedAt),
    q === undefined ? undefined : personMatchesSql(q),
    profession === undefined ? undefined : eq(users.profession, profession),
    locale === undefined ? undefined : eq(users.locale, locale),
    scfhs === undefined ? undefined : eq(users.scfhsNumber, ""),
    course_id === undefined
      ? undefined
      : inArray(users.id, selectConfirmedSeats(ctx, eq(courseRuns.courseId, course_id))),
    attended_since === undefined
      ? undefined
      : inArray(users.id, selectConfirmedSeats(ctx, and(gte(courseRuns.startDate, attended_since), hasBegun))),
    erasure === undefined
      ? undefined
      : inArray(users.id, ctx.db.select({ id: plannedErasures.personId }).from(plannedErasures)),
  );
}

/** Reads what the list shows in addition to the account, by person. */
async function readDetails(ctx: Ctx, people: readonly { id: string; email: string }[]) {
  const ids = people.map(({ id }) => id);
  const emails = people.map(({ email }) => email);
  const [ordered, courseRows, failed, planned] = [
    await ctx.db
      .select({ id: orders.userId, orders: count() })
      .from(orders)
      .where(inArray(orders.userId, ids))
      .groupBy(orders.userId),
    await ctx.db
      .selectDistinctOn([enrolments.userId], {
        id: enrolments.userId,
        name_eng: courses.name_eng,
        name_ar: courses.name_ar,
      })
      .from(enrolments)
      .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
      .innerJoin(courses, eq(courses.id, courseRuns.courseId))
      .where(and(inArray(enrolments.userId, ids), eq(enrolments.state, "confirmed")))
      .orderBy(enrolments.userId, desc(courseRuns.startDate), desc(enrolments.id)),
    await ctx.db
      .selectDistinct({ to: outboxMails.to })
      .from(outboxMails)
      .where(and(inArray(outboxMails.to, emails), isFailing)),
    await ctx.db.select().from(plannedErasures).where(inArray(plannedErasures.personId, ids)),
  ];
  return {
    orders: new Map(ordered.map((row) => [row.id, row.orders])),
    courses: new Map(courseRows.map(({ id, ...course }) => [id, course])),
    failing: new Set(failed.map(({ to }) => to)),
    dueOn: new Map(planned.map((row) => [row.personId, row.dueOn])),
  };
}

/** Condition for emails that failed for good, or at least at the last attempt. */
const isFailing = or(
  eq(outboxMails.status, "failed"),
  and(eq(outboxMails.status, "queued"), sql`${outboxMails.lastError} is not null`),
);

/** Lists people with an account; erased people are left out. */
export async function listPeople(
  ctx: Ctx,
  query: ListQuery<keyof typeof peopleSorts, PeopleFilter>,
): Promise<ListPage<PersonRow>> {
  requirePermission(ctx, listPeople.permission);
  // Reads the ids first: an index covers the search and the order of names. Then the rows of one page.
  const { rows: people, ...counted } = await readPage(ctx, query, {
    rows: ctx.db.select({ id: users.id }).from(users).$dynamic(),
    where: peopleFilterSql(ctx, query.filter),
    sorts: peopleSorts,
    tie: users.id,
  });
  const ids = people.map(({ id }) => id);
  const accounts = await ctx.db.select().from(users).where(inArray(users.id, ids));
  const rows = accounts.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  const details = rows.length > 0 ? await readDetails(ctx, rows) : null;
  const data = rows.map((row) => ({
    id: row.id,
    name: row.name,
    name_other: row.nameOther,
    email: row.email,
    contact_number: row.contactNumber,
    scfhs_number: row.scfhsNumber,
    profession: row.profession,
    workplace: row.workplace,
    locale: row.locale,
    created_at: row.createdAt.toISOString(),
    orders: details?.orders.get(row.id) ?? 0,
    last_course: details?.courses.get(row.id) ?? null,
    mail_failed: details?.failing.has(row.email) ?? false,
    erasure_due_on: details?.dueOn.get(row.id) ?? null,
  }));
  return { data, ...counted };
}
listPeople.permission = "people.read" as const;

interface ExportedPeople extends PeopleFilter {
  /** Ids of the people chosen in the list. */
  ids?: string[] | undefined;
}
const whereExported = (ctx: Ctx, { ids, ...filter }: ExportedPeople) =>
  and(peopleFilterSql(ctx, filter), ids && inArray(users.id, ids));

/** Selects people for an export, sorted by name as in the list. */
async function selectPeople(ctx: Ctx, filter: ExportedPeople, after: [string, string] | null, limit: number) {
  const isAfter = after === null ? undefined : sql`(${users.name}, ${users.id}) > (${after[0]}, ${after[1]})`;
  const people = await ctx.db
    .select()
    .from(users)
    .where(and(whereExported(ctx, filter), isAfter))
    .orderBy(asc(users.name), asc(users.id))
    .limit(limit);
  if (people.length === 0) return [];
  const { orders, courses } = await readDetails(ctx, people);
  return people.map((person) => ({
    person,
    orders: orders.get(person.id) ?? 0,
    course: courses.get(person.id) ?? null,
  }));
}
type Row = Awaited<ReturnType<typeof selectPeople>>[number];

/** `POST exports` with `people`: the chosen people or those of a list filter, by name. */
export const exportPeople = defineExport<ExportedPeople, Row, [string, string]>({
  kind: "people",
  permission: "people.export",
  personal: true,
  title: (_filter, locale) => m.people_export_title({}, { locale }),
  filter: peopleFilter.extend({ ids: chosenIds(z.string().min(1).max(64)).optional() }).strict(),
  columns: [
    text(label(m.common_name), ({ person }) => person.name),
    text(label(m.common_name_other), ({ person }) => person.nameOther),
    text(label(m.common_profession), ({ person }, locale) => professionIn(person.profession, locale)),
    text(label(m.common_scfhs_number), ({ person }) => person.scfhsNumber),
    text(label(m.common_email), ({ person }) => person.email),
    text(label(m.common_phone), ({ person }) => person.contactNumber),
    text(label(m.common_workplace), ({ person }) => person.workplace),
    text(label(m.common_language), ({ person }, locale) => languageName(person.locale, locale)),
    number(label(m.people_column_orders), ({ orders }) => orders),
    text(label(m.people_column_course), ({ course }, locale) =>
      course ? ((locale === "ar" ? course.name_ar : null) ?? course.name_eng) : null,
    ),
    instant(label(m.people_column_since), ({ person }) => person.createdAt),
  ],
  count: async (ctx, filter) =>
    (await ctx.db.select({ rows: count() }).from(users).where(whereExported(ctx, filter)))[0]?.rows ?? 0,
  rows: selectPeople,
  key: ({ person }) => [person.name, person.id],
});
