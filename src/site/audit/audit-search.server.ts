import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import arabic from "../../../messages/ar/staff/audit.json" with { type: "json" };
import english from "../../../messages/en/staff/audit.json" with { type: "json" };
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { contentSummaries } from "#features/content/editing/tables.server.ts";
import { newsletterIssues } from "#features/contact/newsletter/tables.server.ts";
import { personMatchesSql } from "#features/people/person.server.ts";
import { users } from "#features/people/tables.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { containsSql } from "#platform/db/list-page.server.ts";
import { hyphenated } from "#platform/http/fields.server.ts";
import { auditEvents } from "#platform/tables.server.ts";

const { action, actorId, entity, entityId, personalOf } = auditEvents;

/** How many records of each kind a search considers. A text that finds more is too short to be useful. */
const maxRecords = 500;

const prefix = "staff_audit_actions_";
const labels = [english, arabic].flatMap((texts) =>
  Object.entries(texts).flatMap(([key, text]) =>
    key.startsWith(prefix) && typeof text === "string"
      ? [{ key: key.slice(prefix.length), text: hyphenated(text) }]
      : [],
  ),
);

/** Finds the actions in the log whose name in either language contains the text. */
async function findActionsByName(ctx: Ctx, text: string): Promise<string[]> {
  const part = text.toLowerCase();
  const keys = new Set(labels.filter((label) => label.text.toLowerCase().includes(part)).map(({ key }) => key));
  if (keys.size === 0) return [];
  // Reads each action once, from the index, because the log has millions of events of about a hundred actions.
  const { rows } = await ctx.db.execute<{ action: string }>(sql`
    with recursive each as (
      (select ${action} as action from ${auditEvents} order by ${action} limit 1)
      union all
      select (select ${action} from ${auditEvents} where ${action} > each.action order by ${action} limit 1)
      from each where each.action is not null)
    select action from each where action is not null`);
  return rows.map((row) => row.action).filter((name) => keys.has(name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")));
}

/**
 * Matches events about an order or month with that number, about or by a person or staff member with that name or
 * email, about a course, run, text or newsletter with that title, and events whose action has that name in either
 * language.
 */
export async function auditMatchesSql(ctx: Ctx, text: string): Promise<SQL | undefined> {
  const isNamed = (...columns: Parameters<typeof containsSql>[0][]) =>
    or(...columns.map((column) => containsSql(column, text)));
  const actions = await findActionsByName(ctx, text);
  const personIds = (
    await ctx.db.select({ id: users.id }).from(users).where(personMatchesSql(text)).limit(maxRecords)
  ).map(({ id }) => id);
  const { name, nameAr, email } = staffUsers;
  const staffIds = (
    await ctx.db
      .select({ id: staffUsers.id })
      .from(staffUsers)
      .where(isNamed(name, nameAr, email))
      .limit(maxRecords)
  ).map(({ id }) => id);
  const runs = await ctx.db
    .select({ id: courseRuns.id })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(isNamed(courses.name_eng, courses.name_ar))
    .limit(maxRecords);
  const issues = await ctx.db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(isNamed(newsletterIssues.subjectEng, newsletterIssues.subjectAr))
    .limit(maxRecords);
  const items = await ctx.db
    .select({ entity: contentSummaries.entity, id: contentSummaries.entityId })
    .from(contentSummaries)
    .where(isNamed(contentSummaries.titleEng, contentSummaries.titleAr))
    .limit(maxRecords);
  const records: [kind: string, ids: string[]][] = [
    ["person", personIds],
    ["staff", staffIds],
    ["run", runs.map(({ id }) => String(id))],
    ["newsletter", issues.map(({ id }) => String(id))],
    ...[...Map.groupBy(items, (item) => item.entity)].map(([kind, kindItems]): [string, string[]] => [
      kind,
      kindItems.map(({ id }) => id),
    ]),
  ];
  return or(
    inArray(action, actions),
    // Only these records show their number to staff.
    and(inArray(entity, ["order", "month"]), eq(entityId, text.replace(/^#/, ""))),
    inArray(actorId, [...personIds, ...staffIds]),
    inArray(personalOf, personIds),
    ...records.map(([kind, ids]) => and(eq(entity, kind), inArray(entityId, ids))),
  );
}
