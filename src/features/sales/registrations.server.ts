import { sql } from "drizzle-orm";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { Forbidden } from "#platform/errors.ts";
import { m } from "#messages";

/** Which of these runs a person has a paid seat in. */
export async function registeredRuns(ctx: Ctx, userId: string, runIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await ctx.db.execute(sql`
    select distinct l.run_id as "runId" from "order" o join order_line l on l.order_id = o.id
    where o.user_id = ${userId} and o.status in ('paid', 'partially_refunded') and l.run_id in (${sql.join(runIds.map((id) => sql`${id}`), sql`, `)})`);
  return new Set((rows as { runId: number }[]).map((row) => row.runId));
}

/** Whether the caller has a paid seat in a run. Throws NotLoggedIn, Forbidden for another person's id. */
export async function checkCourseBooking(ctx: Ctx, input: { course_id: number; user_id: string }): Promise<{ already_registered: boolean }> {
  const viewer = requireViewer(ctx);
  if (input.user_id !== viewer.id) throw new Forbidden(m.platform_not_yours({}, { locale: ctx.locale }));
  const registered = await registeredRuns(ctx, viewer.id, [input.course_id]);
  return { already_registered: registered.has(input.course_id) };
}
