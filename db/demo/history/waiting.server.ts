import { eq, sql } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { advanceDueWaitlists } from "#features/waitlist/waitlist.server.ts";
import { subscribeToNewDates } from "#features/waitlist/new-dates.server.ts";
import { joinWaitlist } from "#features/waitlist/my-waitlists.server.ts";
import type { World } from "./world.server.ts";

/** Four people join the waitlist of the full run, one of them for two seats. They also subscribe to new dates. */
export function planWaiting(world: World): void {
  const join = (day: number, time: string, buyer: string, seats: number) =>
    world.schedule(day, time, async () => {
      await joinWaitlist(world.asBuyer(buyer), { runId: world.getRunId("sh"), seats });
      await subscribeToNewDates(world.asBuyer(buyer), { slug: "safe-handover" });
    });
  join(-3, "09:12", "osama", 1);
  join(-2, "19:30", "basmah", 2);
  join(-2, "21:05", "nadine", 1);
  join(-1, "10:42", "majed", 1);
}

/** Gives the demo's learner an offer: the run is made full only while the learner joins its waitlist. */
export async function seedOffer({ ctx, asBuyer, getRunId }: World): Promise<void> {
  const runId = getRunId("hqp");
  const isRun = eq(courseRuns.id, runId);
  const [original] = await ctx.db.select({ capacity: courseRuns.capacity }).from(courseRuns).where(isRun);
  await ctx.db
    .update(courseRuns)
    .set({ capacity: sql`${courseRuns.seatsSold}` })
    .where(isRun);
  await joinWaitlist(asBuyer("learner"), { runId, seats: 1 });
  await ctx.db
    .update(courseRuns)
    .set({ capacity: original?.capacity ?? 0 })
    .where(isRun);
  await advanceDueWaitlists(ctx);
}
