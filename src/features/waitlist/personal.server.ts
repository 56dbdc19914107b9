/** Personal data on waiting lists and in subscriptions to new dates: copied for the person, and erased. */
import { and, asc, eq, isNotNull, or } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueSeatOffers } from "#features/seats/offers.server.ts";
import { courseInterests, waitlistEntries } from "#features/seats/offer-tables.server.ts";

/**
 * Reads the entries of an account and its subscriptions. A subscription of the same address counts only when both it and
 * the account's address are confirmed, because anyone can enter any address. Callers check the permission.
 */
export async function readWaitlistData(
  ctx: Ctx,
  { id, email, emailVerified }: { id: string; email: string; emailVerified: boolean },
) {
  const entries = await ctx.db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.userId, id))
    .orderBy(asc(waitlistEntries.id));
  const interests = await ctx.db
    .select({ interest: courseInterests, slug: courses.slug })
    .from(courseInterests)
    .innerJoin(courses, eq(courses.id, courseInterests.courseId))
    .where(
      or(
        eq(courseInterests.userId, id),
        emailVerified
          ? and(eq(courseInterests.email, email.toLowerCase()), isNotNull(courseInterests.confirmedAt))
          : undefined,
      ),
    )
    .orderBy(asc(courseInterests.createdAt));
  return {
    places: entries.map((entry) => ({
      course_id: entry.runId,
      seats: entry.seats,
      state: entry.state,
      ended: entry.ended,
      joined_at: entry.joinedAt.toISOString(),
      offered_at: entry.offeredAt?.toISOString() ?? null,
      ended_at: entry.endedAt?.toISOString() ?? null,
      moved_up_reason: entry.movedUpReason,
    })),
    new_dates: interests.map(({ interest, slug }) => ({
      slug,
      email: interest.email,
      created_at: interest.createdAt.toISOString(),
      confirmed_at: interest.confirmedAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Erases the entries of an account, and the subscriptions of the account and of the address, in the open transaction.
 * Offered seats go to the next entry.
 */
export async function eraseWaitlistData(
  ctx: Ctx,
  { accountId, address }: { accountId: string | null; address: string | null },
): Promise<void> {
  const gone = await ctx.db
    .delete(waitlistEntries)
    .where(eq(waitlistEntries.userId, accountId ?? ""))
    .returning({ runId: waitlistEntries.runId });
  await queueSeatOffers(
    ctx,
    gone.map(({ runId }) => runId),
  );
  const { userId, email } = courseInterests;
  await ctx.db
    .delete(courseInterests)
    .where(or(eq(userId, accountId ?? ""), address === null ? undefined : eq(email, address.toLowerCase())));
}
