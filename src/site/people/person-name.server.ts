import { and, asc, eq, gte, inArray, sql } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requirePermission,
  requireTransaction,
  type Ctx,
} from "#platform/context.server.ts";
import { EditConflict } from "#platform/errors.ts";
import { m } from "#messages";
import { readPerson } from "./person.server.ts";

/** Seats of courses that are not over, locked: a roster shows the name written for its seat first. */
async function lockComingSeats(ctx: Ctx, id: string): Promise<number[]> {
  const rows = await requireTransaction(ctx)
    .db.select({ id: enrolments.id })
    .from(enrolments)
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .where(
      and(eq(enrolments.userId, id), eq(enrolments.state, "confirmed"), gte(courseRuns.endDate, riyadhDate(ctx.now()))),
    )
    .orderBy(asc(enrolments.id))
    .for("update", { of: enrolments });
  return rows.map((row) => row.id);
}

/**
 * Writes a person's name in the other script, with their account and on their seats of courses that are not over; `""`
 * takes it away. For `roster.write`, as on a roster. Throws Unauthenticated, Forbidden, NotFound (also of someone
 * erased), EditConflict.
 */
export async function writePersonName(
  ctx: Ctx,
  { id, name_other: name, version }: { id: string; name_other: string; version: number },
) {
  requirePermission(ctx, "roster.write");
  requirePermission(ctx, "people.read");
  return inTransaction(ctx, async (ctx) => {
    // Seats before the person, as the roster locks them.
    const seats = await lockComingSeats(ctx, id);
    const [row] = await ctx.db.select().from(users).where(eq(users.id, id)).for("update");
    if (!row || row.erasedAt !== null) throw noSuchRecord(ctx);
    if (row.nameOtherVersion !== version)
      throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), {
        current: { name_other: row.nameOther, version: row.nameOtherVersion },
        yours: { name_other: name, version },
      });
    const nameOther = name === "" ? null : name;
    await ctx.db
      .update(users)
      .set({ nameOther, nameOtherVersion: sql`${users.nameOtherVersion} + 1` })
      .where(eq(users.id, id));
    if (seats.length > 0)
      await ctx.db.update(enrolments).set({ attendeeNameOther: nameOther }).where(inArray(enrolments.id, seats));
    await audit(ctx, {
      action: "person.other-name",
      entity: "person",
      entityId: id,
      before: { nameOther: row.nameOther },
      after: { nameOther },
      personal: { of: id, paths: ["before.nameOther", "after.nameOther"] },
    });
    return readPerson(ctx, { id });
  });
}
