import { sql, type SQL } from "drizzle-orm";
import { localePath, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { calendarFile, type CalendarRun } from "./calendar.server.ts";

/** Whether the places of a line `l` were given back. */
const returned = sql`exists (select 1 from attendee p where p.order_id = l.order_id and p.run_id = l.run_id and p.state = 'returned')`;

/**
 * The runs of order lines `l` that match, as calendars need them. Places given back count into the sequence of their run, whoever had them: it never
 * falls for anybody, also for somebody who has lost a place there and got another.
 */
async function readRuns(ctx: Ctx, where: SQL, locale: Locale): Promise<CalendarRun[]> {
  const { rows } = await ctx.db.execute(sql`
    select l.run_id as "runId", l.slug, l.name_eng as "nameEng", l.name_ar as "nameAr", r.days, r.start_date::text as "startDate", r.end_date::text as "endDate", r.venue_eng as "venueEng", r.venue_ar as "venueAr",
      (select count(*)::int from run_change c where c.run_id = r.id) + (select count(*)::int from order_line x join attendee p on p.order_id = x.order_id and p.run_id = x.run_id
        where x.run_id = r.id and p.state = 'returned') as sequence,
      (r.cancelled_at is not null or ${returned}) as cancelled,
      coalesce((select jsonb_agg(c.before order by c.id) from run_change c where c.run_id = r.id and c.changed_at >= o.created_at), '[]') as earlier
    from order_line l join "order" o on o.id = l.order_id join course_run r on r.id = l.run_id where ${where} order by r.start_date, l.id`);
  return (rows as unknown as (CalendarRun & { slug: string })[]).map(({ slug, ...run }) => ({ ...run, url: `${ctx.env.BASE_URL}${localePath(`/courses/${slug}?run=${run.runId}`, locale)}` }));
}

const fileOf = (ctx: Ctx, runs: CalendarRun[], locale: Locale) => calendarFile(runs, locale, { baseUrl: ctx.env.BASE_URL, now: ctx.now() });

/** All runs of an order as one calendar file. Whose order it is, is the caller's to know. */
export async function orderCalendarFile(ctx: Ctx, orderId: number, locale: Locale): Promise<string> {
  return fileOf(ctx, await readRuns(ctx, sql`l.order_id = ${orderId}`, locale), locale);
}

/** One run of an order as a calendar file. */
export async function runCalendarFile(ctx: Ctx, orderId: number, runId: number, locale: Locale): Promise<string> {
  return fileOf(ctx, await readRuns(ctx, sql`l.order_id = ${orderId} and l.run_id = ${runId}`, locale), locale);
}

/** Those runs of an order whose places went back with its money, to be taken out of a calendar; not those that were cancelled for everybody, who were told. Null without any. */
export async function returnedCalendarFile(ctx: Ctx, orderId: number, locale: Locale): Promise<string | null> {
  const runs = await readRuns(ctx, sql`l.order_id = ${orderId} and r.cancelled_at is null and ${returned}`, locale);
  return runs.length > 0 ? fileOf(ctx, runs, locale) : null;
}
