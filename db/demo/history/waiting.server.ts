import { eq, sql } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { advanceDueWaitlists } from "#features/waitlist/waitlist.server.ts";
import { subscribeToNewDates } from "#features/waitlist/new-dates.server.ts";
import { joinWaitlist } from "#features/waitlist/my-waitlists.server.ts";
import type { World } from "./world.server.ts";

/** Four people join the waitlist of the full run, one of them for two seats, and ask to hear of new dates. */
export function planWaiting(world: World): void {
  const join = (day: number, time: string, who: string, seats: number) =>
    world.on(day, time, async () => {
      await joinWaitlist(world.buyer(who), { runId: world.run("sh"), seats });
      await subscribeToNewDates(world.buyer(who), { slug: "safe-handover" });
    });
  join(-3, "09:12", "osama", 1);
  join(-2, "19:30", "basmah", 2);
  join(-2, "21:05", "nadine", 1);
  join(-1, "10:42", "majed", 1);
}

/** And a seat is held for the demo's learner: of a run that was full for as long as it took to join its list. */
export async function seedOffer({ ctx, buyer, run }: World): Promise<void> {
  const runId = run("hqp");
  const isIt = eq(courseRuns.id, runId);
  const [original] = await ctx.db.select({ capacity: courseRuns.capacity }).from(courseRuns).where(isIt);
  await ctx.db
    .update(courseRuns)
    .set({ capacity: sql`${courseRuns.seatsSold}` })
    .where(isIt);
  await joinWaitlist(buyer("learner"), { runId, seats: 1 });
  await ctx.db
    .update(courseRuns)
    .set({ capacity: original?.capacity ?? 0 })
    .where(isIt);
  await advanceDueWaitlists(ctx);
}
