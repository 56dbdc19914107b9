import { sql } from "drizzle-orm";
import { contentChanged } from "#features/settings/content-changes.server.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { m } from "#messages";
import { idList } from "../id-list.server.ts";
import type { MailedRun } from "../mail-course.ts";
import { runLasting } from "../order-mails.server.ts";
import { taxOn } from "../pricing.ts";
import { refunds, runChanges } from "../tables.server.ts";
import type { RunMailProps } from "./run-emails.server.tsx";

interface Run {
  startDate: string;
  endDate: string;
  venueEng: string;
  venueAr: string | null;
}

interface LockedRun extends Run {
  cancelled: boolean;
  /** What a move does not change, for mails. */
  lasting: Pick<MailedRun, "days" | "hours" | "delivery" | "accreditation_number">;
}

/** The run, locked until the transaction ends. Throws NotFound, Conflict when it has been cancelled. */
async function lockRun(ctx: Ctx, runId: number): Promise<LockedRun> {
  const { rows } = await ctx.db.execute(sql`
    select r.start_date::text as "startDate", r.end_date::text as "endDate", r.venue_eng as "venueEng", r.venue_ar as "venueAr", r.cancelled_at is not null as cancelled, jsonb_build_object(${runLasting}) as lasting
    from course_run r where r.id = ${runId} for update`);
  const run = rows[0] as unknown as LockedRun | undefined;
  if (!run) throw new NotFound(m.platform_not_found({}, { locale: ctx.locale }));
  if (run.cancelled) throw new Conflict(m.sales_run_cancelled({}, { locale: ctx.locale }));
  return run;
}

interface Reached {
  orderId: number;
  name: string;
  email: string;
  locale: Locale;
  paid: boolean;
  seats: number;
  slug: string;
  course: RunMailProps["course"];
}

/** Everybody with a place in a run, and who paid for it; each address once, as a buyer where it is both. */
async function reachedBy(ctx: Ctx, runId: number): Promise<Reached[]> {
  const { rows } = await ctx.db.execute(sql`
    select distinct on (email) * from (
      select o.id as "orderId", u.name, u.email, coalesce(u.locale, o.locale) as locale, true as paid, l.qty as seats, l.slug, jsonb_build_object('name_eng', l.name_eng, 'name_ar', l.name_ar) as course
        from order_line l join "order" o on o.id = l.order_id join "user" u on u.id = o.user_id where l.run_id = ${runId} and o.status in ('paid', 'partially_refunded')
      union all
      select o.id, p.name, p.email, coalesce(u.locale, o.locale), false, 1, l.slug, jsonb_build_object('name_eng', l.name_eng, 'name_ar', l.name_ar)
        from attendee p join "order" o on o.id = p.order_id join order_line l on l.order_id = o.id and l.run_id = p.run_id left join "user" u on u.id = p.user_id
        where p.run_id = ${runId} and p.state = 'booked') everybody
    order by email, paid desc`);
  return rows as unknown as Reached[];
}

const placeOf = ({ startDate, endDate, venueEng, venueAr }: Run) => ({ start_date: startDate, end_date: endDate, venue_eng: venueEng, venue_ar: venueAr });

async function tellEverybody(ctx: Ctx, kind: "moved" | "cancelled", runId: number, before: LockedRun, now: Run): Promise<void> {
  const { startDate, endDate, venueEng, venueAr, lasting } = before;
  const [change] = await ctx.db.insert(runChanges).values({ runId, kind, before: { startDate, endDate, venueEng, venueAr }, changedAt: ctx.now() }).returning({ id: runChanges.id });
  for (const { orderId, name, email, locale, paid, seats, slug, course } of await reachedBy(ctx, runId)) {
    const courseUrl = `${ctx.env.BASE_URL}${localePath(`/courses/${slug}`, locale)}`;
    const props: RunMailProps = { orderId, runId, name, course, before: { ...placeOf(before), ...lasting }, now: { ...placeOf(now), ...lasting }, paid, seats, courseUrl };
    await queueMail(ctx, { key: `course-${kind}:${change?.id}:${email}`, to: email, locale, template: `course-${kind}`, props });
  }
  await contentChanged(ctx);
}

/**
 * Moves a run to other dates or another venue and tells everybody who has a place or paid for one, with a calendar file that moves the entry.
 * For staff: the door checks who asks. Throws NotFound, Conflict when it is cancelled.
 */
export async function moveRun(ctx: Ctx, input: { runId: number; startDate: string; endDate: string; venueEng: string; venueAr: string | null }): Promise<void> {
  const { runId, ...now } = input;
  await inTransaction(ctx, async (ctx) => {
    const before = await lockRun(ctx, runId);
    await ctx.db.execute(sql`update course_run set start_date = ${now.startDate}, end_date = ${now.endDate}, venue_eng = ${now.venueEng}, venue_ar = ${now.venueAr} where id = ${runId}`);
    await tellEverybody(ctx, "moved", runId, before, now);
  });
}

interface PaidLine {
  attemptId: string;
  amountHalalas: number;
  taxPercent: number;
  leftHalalas: number;
  onlyLine: boolean;
}

/** Ends a run's unpaid orders and gives their seats back; what is still paid for them buys nothing. The run is not locked yet. */
async function endOpenOrders(ctx: Ctx, runId: number): Promise<void> {
  const { rows } = await ctx.db.execute(sql`
    select o.id from "order" o where o.status in ('pending', 'failed')
      and exists (select 1 from order_line l where l.order_id = o.id and l.run_id = ${runId})
    order by o.id for update of o`);
  if (rows.length === 0) return;
  const ids = idList((rows as unknown as { id: number }[]).map(({ id }) => id));
  await ctx.db.execute(sql`update seat_hold set state = 'released' where state = 'held' and order_id in (${ids})`);
  await ctx.db.execute(sql`
    update "order" set status = 'expired', reason = 'run-cancelled' where status = 'pending' and id in (${ids})`);
}

/**
 * Cancels a run: nobody can buy it any more, its unpaid orders end, everybody with a place or a payment is told, and what
 * was paid for it is given back by the refund job. For staff: the door checks who asks. Throws NotFound, Conflict when it is cancelled already.
 */
export async function cancelRun(ctx: Ctx, input: { runId: number }): Promise<void> {
  const { runId } = input;
  await inTransaction(ctx, async (ctx) => {
    // Orders lock before runs, everywhere.
    await ctx.db.execute(sql`select o.id from "order" o join order_line l on l.order_id = o.id where l.run_id = ${runId} order by o.id for update of o`);
    await endOpenOrders(ctx, runId);
    const before = await lockRun(ctx, runId);
    await ctx.db.execute(sql`update course_run set cancelled_at = ${ctx.now().toISOString()} where id = ${runId}`);
    await tellEverybody(ctx, "cancelled", runId, before, before);
    const { rows } = await ctx.db.execute(sql`
      select a.id as "attemptId", (l.qty * l.unit_price_halalas)::int as "amountHalalas", o.tax_percent::float8 as "taxPercent",
        (a.amount_halalas - coalesce((select sum(f.amount_halalas) from refund f where f.attempt_id = a.id), 0))::int as "leftHalalas",
        (select count(*) = 1 from order_line x where x.order_id = o.id) as "onlyLine"
      from order_line l join "order" o on o.id = l.order_id join payment_attempt a on a.order_id = o.id where l.run_id = ${runId} and o.status in ('paid', 'partially_refunded')`);
    for (const { attemptId, amountHalalas, taxPercent, leftHalalas, onlyLine } of rows as unknown as PaidLine[]) {
      // A line's VAT is rounded for itself here; the last halala of an order is never given twice.
      const due = onlyLine ? leftHalalas : Math.min(leftHalalas, amountHalalas + taxOn(amountHalalas, taxPercent));
      if (due > 0) await ctx.db.insert(refunds).values({ attemptId, amountHalalas: due, reason: "course-cancelled", runIds: [runId], key: `course-cancelled:${runId}:${attemptId}`, createdAt: ctx.now() }).onConflictDoNothing();
    }
  });
  // Whoever held the run before us may have opened an order that we could not see; from now on nobody can.
  await inTransaction(ctx, (ctx) => endOpenOrders(ctx, runId));
}
