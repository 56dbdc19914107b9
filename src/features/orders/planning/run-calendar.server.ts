import { and, asc, gte, isNull, lte } from "drizzle-orm";
import { datesOf } from "#features/catalogue/schedule/sessions.ts";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import { readClashes } from "./read-clashes.server.ts";
import { runRows, sessionRow } from "./staff-runs.server.ts";

/** Six weeks of a month, and some room. */
export const mostCalendarDays = 62;
const mostRuns = 500;

/**
 * Runs that are taught between two days, 62 at most, with their sessions and clashes; without days, six weeks from
 * today. For `schedule.read`. Throws Unauthenticated, Forbidden, ValidationError.
 */
export async function readCalendar(ctx: Ctx, input: { from?: string | undefined; to?: string | undefined }) {
  requirePermission(ctx, "schedule.read");
  const from = input.from ?? riyadhDate(ctx.now());
  const to = input.to ?? addDays(from, 41);
  if (to < from || to > addDays(from, mostCalendarDays))
    throw new ValidationError({ to: [fieldText("invalid", ctx.locale)] });
  const { id, startDate, endDate, cancelledAt } = courseRuns;
  const found = await ctx.db
    .select({ id })
    .from(courseRuns)
    .where(and(isNull(cancelledAt), lte(startDate, to), gte(endDate, from)))
    .orderBy(asc(startDate), asc(id))
    .limit(mostRuns);
  const ids = found.map((run) => run.id);
  const sessions = await readSessions(ctx, ids);
  const rows = await runRows(ctx, ids, [asc(startDate), asc(id)]);
  return {
    from,
    to,
    runs: rows.map((row) => {
      const itsSessions = sessions.get(row.id) ?? [];
      return {
        ...row,
        dates: datesOf(itsSessions),
        sessions: itsSessions.map((session) => sessionRow(session, false)),
      };
    }),
    clashes: await readClashes(ctx, from, to),
  };
}
