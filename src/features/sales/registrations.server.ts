import { sql } from "drizzle-orm";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { Forbidden } from "#platform/errors.ts";
import { m } from "#messages";

/**
 * Whether the caller has a paid place in a run, whoever bought it: by account, and by the account's e-mail. A buyer of seats for
 * others has none. Throws NotLoggedIn, Forbidden for another person's id.
 */
export async function checkCourseBooking(ctx: Ctx, input: { course_id: number; user_id: string }): Promise<{ already_registered: boolean }> {
  const viewer = requireViewer(ctx);
  if (input.user_id !== viewer.id) throw new Forbidden(m.platform_not_yours({}, { locale: ctx.locale }));
  const { rows } = await ctx.db.execute(sql`
    select 1 from attendee where run_id = ${input.course_id} and state = 'booked' and (user_id = ${viewer.id} or email = ${viewer.email.toLowerCase()}) limit 1`);
  return { already_registered: rows.length > 0 };
}
