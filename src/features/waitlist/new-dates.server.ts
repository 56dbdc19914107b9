/** Subscriptions to new dates of a course. */
import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { mailedRun } from "#features/catalogue/schedule/mailed-run.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { NotFound, ValidationError } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { consumeMailboxLimit } from "#platform/rate-limit.server.ts";
import { hashText, sign } from "#platform/signing.server.ts";
import { m } from "#messages";
import { readWaitlistRun } from "./waitlist.server.ts";
import { courseInterests, waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { dayMs } from "#i18n/dates.ts";
import { hasConfirmedAddress, requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";

export const newDatesJob = "waiting.tell-dates";
const confirmWithinDays = 7;
const entryRetentionDays = 365;
const pageSize = 200;

/**
 * Builds the id, a UUID, of an address's subscription to a course. It is the same after the address subscribes again,
 * so that the links of older emails still end the subscription.
 */
const buildId = (ctx: Ctx, courseId: number, email: string) =>
  sign(ctx, `new-dates-id:${courseId}:${email}`)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");

/** Derives the token of a subscription anew for every email, so that only its hash is stored. */
const signToken = (ctx: Ctx, id: string) => sign(ctx, `new-dates:${id}`).toString("base64url");
const buildLink = (ctx: Ctx, verb: "confirm" | "stop", { id, locale }: { id: string; locale: Locale }) =>
  `${ctx.env.BASE_URL}${localePath(`/new-dates/${verb}/${signToken(ctx, id)}`, locale)}`;

async function requireCourse(ctx: Ctx, slug: string) {
  const { id, name_eng, name_ar } = courses;
  const [course] = await ctx.db
    .select({ id, name_eng, name_ar })
    .from(courses)
    .where(and(eq(courses.slug, slug), eq(courses.off_site, false)));
  if (!course) throw new NotFound(m.catalogue_not_found({}, { locale: ctx.locale }));
  return course;
}

const whereViewer = (ctx: Ctx) => eq(courseInterests.email, ctx.viewer?.email.toLowerCase() ?? "");

/** Whether the caller gets emails about new dates of a course; false without a confirmed address. Throws NotFound. */
export async function readNewDates(ctx: Ctx, { slug }: { slug: string }): Promise<{ on: boolean }> {
  const course = await requireCourse(ctx, slug);
  const isOwn = and(eq(courseInterests.courseId, course.id), whereViewer(ctx), isNotNull(courseInterests.confirmedAt));
  const [interest] = (await hasConfirmedAddress(ctx))
    ? await ctx.db.select({ id: courseInterests.id }).from(courseInterests).where(isOwn)
    : [];
  return { on: interest !== undefined };
}

/**
 * Subscribes to new dates of a course. A caller with a confirmed address is subscribed at once. Any other address gets a
 * link to confirm first. The reply does not reveal whether an address is known. Throws NotFound, ValidationError,
 * RateLimited.
 */
export async function subscribeToNewDates(
  ctx: Ctx,
  { slug, email: emailInput }: { slug: string; email?: string | undefined },
): Promise<{ confirmed: boolean }> {
  const course = await requireCourse(ctx, slug);
  const { locale } = ctx;
  const viewer = (await hasConfirmedAddress(ctx)) ? ctx.viewer : null;
  const email = (ctx.viewer?.email ?? emailInput)?.toLowerCase();
  if (!email) throw new ValidationError({ email: [getProblemMessage("required", locale)] });
  if (!viewer) await consumeMailboxLimit(ctx, "newDatesPerMailbox", email);
  const id = buildId(ctx, course.id, email);
  const confirmedAt = viewer ? ctx.now() : null;
  await inTransaction(ctx, async (ctx) => {
    const [interest] = await ctx.db
      .insert(courseInterests)
      .values({
        id,
        courseId: course.id,
        email,
        userId: viewer?.id ?? null,
        locale,
        createdAt: ctx.now(),
        confirmedAt,
        tokenHash: hashText(signToken(ctx, id)),
      })
      .onConflictDoUpdate({
        target: [courseInterests.courseId, courseInterests.email],
        set: { createdAt: ctx.now(), locale, ...(viewer && { confirmedAt, userId: viewer.id }) },
        setWhere: isNull(courseInterests.confirmedAt),
      })
      .returning({ id: courseInterests.id });
    if (!interest || viewer) return;
    await queueMail(ctx, {
      key: `new-dates-confirm:${interest.id}:${ctx.now().getTime()}`,
      to: email,
      locale,
      template: "new-dates-confirm",
      props: {
        course: { name_eng: course.name_eng, name_ar: course.name_ar },
        confirmUrl: buildLink(ctx, "confirm", { id: interest.id, locale }),
      },
    });
  });
  return { confirmed: viewer !== null };
}

function isConfirmableSql(ctx: Ctx, token: string) {
  const { tokenHash, confirmedAt, createdAt } = courseInterests;
  const since = new Date(ctx.now().getTime() - confirmWithinDays * dayMs);
  return and(eq(tokenHash, hashText(token)), or(isNotNull(confirmedAt), gt(createdAt, since)));
}

/** Whether `confirmNewDates` would accept the link; changes nothing. */
export const canConfirmNewDates = async (ctx: Ctx, { token }: { token: string }): Promise<boolean> =>
  (await ctx.db.$count(courseInterests, isConfirmableSql(ctx, token))) > 0;

/** Confirms a subscription; idempotent. Throws NotFound for an unknown link, or one that is older than seven days. */
export async function confirmNewDates(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const { confirmedAt } = courseInterests;
  const confirmed = await ctx.db
    .update(courseInterests)
    .set({ confirmedAt: sql`coalesce(${confirmedAt}, ${ctx.now().toISOString()})` })
    .where(isConfirmableSql(ctx, token))
    .returning({ id: courseInterests.id });
  if (confirmed.length === 0) throw new NotFound(m.waiting_interest_gone({}, { locale: ctx.locale }));
}

/**
 * Unsubscribes the address of a token. An unknown token gets the same answer, because its subscription may have been
 * deleted.
 */
export async function stopNewDates(ctx: Ctx, { token }: { token: string }): Promise<void> {
  await ctx.db.delete(courseInterests).where(eq(courseInterests.tokenHash, hashText(token)));
}

/** Unsubscribes the caller; does nothing for a visitor. Throws NotFound, ConfirmedAddressRequired. */
export async function stopMyNewDates(ctx: Ctx, { slug }: { slug: string }): Promise<void> {
  const course = await requireCourse(ctx, slug);
  if (!ctx.viewer) return;
  await requireConfirmedAddress(ctx);
  await ctx.db.delete(courseInterests).where(and(eq(courseInterests.courseId, course.id), whereViewer(ctx)));
}

/** Queues a job that emails the subscribers about a new run once this transaction has committed. */
export const notifyNewDates = (ctx: Ctx, runId: number): Promise<void> =>
  ctx.jobs.send(ctx.db, newDatesJob, { runId }, { key: `${runId}` });

/** Job: emails a new run to every confirmed subscriber once. Does nothing while the run cannot be booked. */
export async function mailNewDates(ctx: Ctx, data: object): Promise<void> {
  const { runId } = data as { runId: number };
  const waitlistRun = await readWaitlistRun(ctx, runId);
  if (!waitlistRun?.isOnSale) return;
  const { run, course } = waitlistRun;
  for (let after = ""; ;) {
    const page = await ctx.db
      .select()
      .from(courseInterests)
      .where(
        and(
          eq(courseInterests.courseId, run.courseId),
          isNotNull(courseInterests.confirmedAt),
          after ? gt(courseInterests.id, after) : undefined,
        ),
      )
      .orderBy(asc(courseInterests.id))
      .limit(pageSize);
    await inTransaction(ctx, async (ctx) => {
      for (const { id, email: to, locale } of page) {
        const unsubscribeUrl = buildLink(ctx, "stop", { id, locale });
        const courseUrl = `${ctx.env.BASE_URL}${localePath(`/courses/${course.slug}?run=${runId}`, locale)}`;
        const props = {
          course: { name_eng: course.name_eng, name_ar: course.name_ar },
          run: mailedRun(run),
          courseUrl,
          stopUrl: unsubscribeUrl,
        };
        await queueMail(ctx, {
          key: `new-date:${runId}:${id}`,
          to,
          locale,
          template: "new-date",
          unsubscribeUrl,
          props,
        });
      }
    });
    after = page.at(-1)?.id ?? "";
    if (page.length < pageSize) return;
  }
}

/** Job: deletes entries a year after they ended, and subscriptions that were not confirmed within a week. */
export async function deleteOldWaiting(ctx: Ctx): Promise<void> {
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * dayMs);
  await ctx.db.delete(waitlistEntries).where(lte(waitlistEntries.endedAt, daysAgo(entryRetentionDays)));
  const isOld = lte(courseInterests.createdAt, daysAgo(confirmWithinDays));
  await ctx.db.delete(courseInterests).where(and(isNull(courseInterests.confirmedAt), isOld));
}
