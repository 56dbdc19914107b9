/** What is kept about a person in lines and for new dates: for the copy of their data, and to be erased. */
import { and, asc, eq, isNotNull, or } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { seatsFreed } from "#features/seats/offers.server.ts";
import { courseInterests, waitingPlaces } from "#features/seats/offer-tables.server.ts";

/**
 * By address only what was confirmed from it, and only with an account whose address was: anyone can type anyone's. The
 * caller has made sure that it may read them.
 */
export async function readWaitingData(
  ctx: Ctx,
  { id, email, emailVerified }: { id: string; email: string; emailVerified: boolean },
) {
  const places = await ctx.db
    .select()
    .from(waitingPlaces)
    .where(eq(waitingPlaces.userId, id))
    .orderBy(asc(waitingPlaces.id));
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
    places: places.map((place) => ({
      course_id: place.runId,
      seats: place.seats,
      state: place.state,
      ended: place.ended,
      joined_at: place.joinedAt.toISOString(),
      offered_at: place.offeredAt?.toISOString() ?? null,
      ended_at: place.endedAt?.toISOString() ?? null,
      moved_up_reason: place.movedUpReason,
    })),
    new_dates: interests.map(({ interest, slug }) => ({
      slug,
      email: interest.email,
      created_at: interest.createdAt.toISOString(),
      confirmed_at: interest.confirmedAt?.toISOString() ?? null,
    })),
  };
}

/** Erases both; seats that were offered go to the next in line. Part of the open transaction. */
export async function eraseWaiting(
  ctx: Ctx,
  { accountId, address }: { accountId: string | null; address: string | null },
): Promise<void> {
  const gone = await ctx.db
    .delete(waitingPlaces)
    .where(eq(waitingPlaces.userId, accountId ?? ""))
    .returning({ runId: waitingPlaces.runId });
  await seatsFreed(
    ctx,
    gone.map(({ runId }) => runId),
  );
  const { userId, email } = courseInterests;
  await ctx.db
    .delete(courseInterests)
    .where(or(eq(userId, accountId ?? ""), address === null ? undefined : eq(email, address.toLowerCase())));
}
