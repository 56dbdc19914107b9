/** Waitlist transitions: make, expire and pass on offers. Callers hold the run lock. */
import { and, asc, eq, exists, gt, isNotNull, isNull, lt, lte, min, ne, not, or, sql } from "drizzle-orm";
import { mailedRun } from "#features/catalogue/schedule/mailed-run.server.ts";
import { listSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import { seatsNet } from "#features/orders/pricing.ts";
import { countHeld, heldSeatsSql } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { seatsChanged } from "#features/settings/content-changes.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import { amountWithVat, decimalFromHalalas } from "#i18n/money.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import type { WaitingMailProps, WaitingNews } from "./emails.server.ts";
import { unclaimed } from "#features/seats/offers.server.ts";
import { waitingPlaces } from "#features/seats/offer-tables.server.ts";
import { nextInLine, offerEnd, saleEnd, type WaitingEnd } from "#features/seats/offer-rules.ts";

export type Place = typeof waitingPlaces.$inferSelect;

/** A locked run as its list needs it. */
export interface WaitedRun {
  run: typeof courseRuns.$inferSelect;
  course: { slug: string; name_eng: string; name_ar: string | null };
  isOnSale: boolean;
  isOver: boolean;
  startsAt: Date;
  /** Neither sold, held nor offered. */
  free: number;
}

/** Call it after the lock, as a statement of its own. Null for an unknown run. */
export async function readWaitedRun(ctx: Ctx, runId: number): Promise<WaitedRun | null> {
  const [row] = await ctx.db
    .select({
      run: courseRuns,
      course: { slug: courses.slug, name_eng: courses.name_eng, name_ar: courses.name_ar },
      isClosed: courses.disable_course,
    })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(courseRuns.id, runId));
  if (!row) return null;
  const { run, course, isClosed } = row;
  const [first] = await ctx.db
    .select({ startsAt: min(runSessions.startsAt) })
    .from(runSessions)
    .where(eq(runSessions.runId, runId));
  const held = (await countHeld(ctx, [runId], undefined)).get(runId) ?? 0;
  const isOver = run.cancelledAt !== null || ctx.now() >= saleEnd(run);
  return {
    run,
    course,
    isOver,
    isOnSale: !isOver && !isClosed && run.saleStoppedAt === null,
    startsAt: first?.startsAt ?? saleEnd(run),
    free: unclaimed(run, held),
  };
}

const listOpenEntries = (ctx: Ctx, runId: number) =>
  ctx.db
    .select()
    .from(waitingPlaces)
    .where(and(eq(waitingPlaces.runId, runId), ne(waitingPlaces.state, "ended")))
    .orderBy(asc(waitingPlaces.rank), asc(waitingPlaces.id));

async function change(ctx: Ctx, place: Place, values: Partial<Place>): Promise<Place> {
  const [changed] = await ctx.db.update(waitingPlaces).set(values).where(eq(waitingPlaces.id, place.id)).returning();
  await seatsChanged(ctx);
  return changed ?? place;
}

/** Mails the person of a place, in their language, once for each step of it. */
async function notifyPerson(
  ctx: Ctx,
  { run, course }: Pick<WaitedRun, "run" | "course">,
  place: Place,
  mail: { template: "waiting-offer" } | { template: "waiting-news"; news: WaitingNews },
): Promise<void> {
  const { name, email } = users;
  const [person] = await ctx.db
    .select({ name, email, locale: sql<Locale>`${users.locale}` })
    .from(users)
    .where(eq(users.id, place.userId));
  if (!person) return;
  const { locale } = person;
  const percent = await taxPercent(ctx);
  const url = (path: string) => `${ctx.env.BASE_URL}${localePath(path, locale)}`;
  const props: WaitingMailProps = {
    name: person.name,
    course: { name_eng: course.name_eng, name_ar: course.name_ar },
    run: mailedRun(run, (await listSessions(ctx, [run.id])).get(run.id)),
    seats: place.seats,
    price: amountWithVat(decimalFromHalalas(seatsNet(run, place.seats)), percent),
    taxPercent: percent,
    endsAt: place.offerEndsAt?.toISOString() ?? "",
    offerUrl: url(`/waiting-list/${place.id}`),
    courseUrl: url(`/courses/${course.slug}`),
    listUrl: url("/my-courses"),
  };
  const to = { to: person.email, locale };
  if (mail.template === "waiting-offer")
    await queueMail(ctx, { key: `waiting-offer:${place.id}:${place.offers}`, ...to, template: mail.template, props });
  else
    await queueMail(ctx, {
      key: `waiting-${mail.news}:${place.id}:${place.offers}:${run.version}`,
      ...to,
      template: mail.template,
      props: { ...props, news: mail.news },
    });
}

/** Ends a place; the person is told unless it was their own doing. The run is locked. */
export async function endPlace(ctx: Ctx, waited: WaitedRun, place: Place, ended: WaitingEnd): Promise<void> {
  const over = await change(ctx, place, { state: "ended", ended, endedAt: ctx.now() });
  if (ended === "left" || ended === "declined" || ended === "bought") return;
  await notifyPerson(ctx, waited, over, { template: "waiting-news", news: ended });
}

/** Offers its seats to a place. The run is locked, the seats are free. */
export async function makeOffer(ctx: Ctx, waited: WaitedRun, place: Place): Promise<void> {
  const offeredAt = ctx.now();
  const offered = await change(ctx, place, {
    state: "offered",
    offeredAt,
    offerEndsAt: offerEnd(offeredAt, { startsAt: waited.startsAt, endDate: waited.run.endDate }),
    orderId: null,
    offers: place.offers + 1,
  });
  await notifyPerson(ctx, waited, offered, { template: "waiting-offer" });
}

/** Whether an order made of the offer still has its seats, such as one by transfer. */
async function isTaken(ctx: Ctx, { orderId, runId }: Place): Promise<boolean> {
  if (orderId === null) return false;
  const { state, heldUntil } = enrolments;
  const whereLive = or(eq(state, "confirmed"), and(eq(state, "held"), gt(heldUntil, ctx.now())));
  const [seat] = await ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.orderId, orderId), eq(enrolments.runId, runId), whereLive))
    .limit(1);
  return seat !== undefined;
}

/** Ends an offer whose time is over: its place ends as bought, or as unanswered. */
async function endOffer(ctx: Ctx, waited: WaitedRun, place: Place): Promise<void> {
  if (await isTaken(ctx, place)) return endPlace(ctx, waited, place, "bought");
  return endPlace(ctx, waited, { ...place, offerEndsAt: null, offeredAt: null, orderId: null }, "unanswered");
}

/**
 * Ends what is over and offers what is free, to the first in line whose wish fits. The run is locked.
 */
export async function moveLine(ctx: Ctx, runId: number): Promise<void> {
  const before = await readWaitedRun(ctx, runId);
  if (!before) return;
  const places = await listOpenEntries(ctx, runId);
  if (before.isOver) {
    const ended = before.run.cancelledAt === null ? "sale-ended" : "run-cancelled";
    for (const place of places) await endPlace(ctx, before, place, (await isTaken(ctx, place)) ? "bought" : ended);
    return;
  }
  const at = ctx.now();
  const due = places.filter(
    ({ state, offerEndsAt }) => state === "offered" && offerEndsAt !== null && offerEndsAt <= at,
  );
  for (const place of due) await endOffer(ctx, before, place);
  const now = await readWaitedRun(ctx, runId);
  if (!now?.isOnSale) return;
  const line = (await listOpenEntries(ctx, runId)).filter(({ state }) => state === "waiting");
  for (const place of nextInLine(line, now.free)) await makeOffer(ctx, now, place);
}

const moveRunWaitlist = (ctx: Ctx, runId: number) =>
  inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    await moveLine(ctx, runId);
  });

/** Job: the line of one run, after seats came free. */
export async function offerFreed(ctx: Ctx, data: object): Promise<void> {
  const { runId } = data as { runId: number };
  await moveRunWaitlist(ctx, runId);
}

/** Runs where time alone has changed something: an offer or a hold is over, or the sale is. */
async function dueLines(ctx: Ctx): Promise<number[]> {
  const { runId, state, offerEndsAt } = waitingPlaces;
  const whereRun = eq(runId, courseRuns.id);
  const places = (of: ReturnType<typeof and>) =>
    exists(ctx.db.select({ id: waitingPlaces.id }).from(waitingPlaces).where(and(whereRun, of)));
  const isFree = and(
    gt(courseRuns.waiting, 0),
    isNull(courseRuns.saleStoppedAt),
    not(courses.disable_course),
    gt(
      sql`${courseRuns.capacity} - ${courseRuns.seatsSold} - ${courseRuns.seatsOffered} - ${heldSeatsSql(ctx, undefined)}`,
      0,
    ),
  );
  const isOver = or(isNotNull(courseRuns.cancelledAt), lt(courseRuns.endDate, riyadhDate(ctx.now())));
  const rows = await ctx.db
    .select({ id: courseRuns.id })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(
      and(
        places(ne(state, "ended")),
        or(isOver, isFree, places(and(eq(state, "offered"), lte(offerEndsAt, ctx.now())))),
      ),
    )
    .orderBy(asc(courseRuns.id));
  return rows.map(({ id }) => id);
}

/** Job: moves every line where time alone has changed something, each in a transaction of its own. */
export async function moveDueLines(ctx: Ctx): Promise<void> {
  for (const runId of await dueLines(ctx)) await moveRunWaitlist(ctx, runId);
}

/** Everyone in line hears that the run has moved, and keeps their place. The run is locked. */
export async function notifyWaitlist(ctx: Ctx, runId: number): Promise<void> {
  const waited = await readWaitedRun(ctx, runId);
  if (!waited) return;
  for (const place of await listOpenEntries(ctx, runId))
    await notifyPerson(ctx, waited, place, { template: "waiting-news", news: "moved" });
}
