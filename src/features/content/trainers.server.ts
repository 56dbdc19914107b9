import { and, asc, eq, exists, gte, inArray, isNull, not, or, sql } from "drizzle-orm";
import { z } from "zod";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { localText } from "#i18n/locale.ts";
import { requirePermission, requireTransaction, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { recordId } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { trainers } from "./tables.server.ts";

/** Ids of the trainers of a course or run, in order. */
export const trainerIdsField = z
  .array(recordId())
  .max(30, "invalid")
  .refine((ids) => new Set(ids).size === ids.length, "invalid");

/** Lists all trainers, by their English names, for a choice. Requires `content.read`. */
export function listTrainers(ctx: Ctx) {
  requirePermission(ctx, listTrainers.permission);
  const { id, name_eng, name_ar, job_title_eng, job_title_ar } = trainers;
  return ctx.db
    .select({ id, name_eng, name_ar, job_title_eng, job_title_ar })
    .from(trainers)
    .orderBy(asc(name_eng), asc(id));
}
listTrainers.permission = "content.read" as const;

/** Whether all these trainers exist. Locks them in the open transaction, so that none is removed before it ends. */
export async function lockTrainers(ctx: Ctx, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await requireTransaction(ctx)
    .db.select({ id: trainers.id })
    .from(trainers)
    .where(inArray(trainers.id, [...ids]))
    .orderBy(trainers.id)
    .for("key share");
  return rows.length === new Set(ids).size;
}

/** Like `lockTrainers`, but throws ValidationError for `field` when a trainer does not exist. */
export async function requireTrainers(ctx: Ctx, ids: readonly number[], field: string): Promise<void> {
  if (!(await lockTrainers(ctx, ids)))
    throw new ValidationError({ [field]: [m.content_trainer_gone({}, { locale: ctx.locale })] });
}

/**
 * Finds a course for which a trainer is still needed: one on the site, or one with a run that has not ended. Locks the
 * trainer in the open transaction, so that no such course is added. Returns the course's name in the context's
 * language.
 */
export async function findTaughtCourse(ctx: Ctx, id: number): Promise<string | null> {
  const { db } = requireTransaction(ctx);
  await db.select({ id: trainers.id }).from(trainers).where(eq(trainers.id, id)).for("update");
  const { courseId, trainerIds, cancelledAt, endDate } = courseRuns;
  const upcomingRuns = db
    .select({ id: courseRuns.id })
    .from(courseRuns)
    .where(
      and(
        eq(courseId, courses.id),
        isNull(cancelledAt),
        gte(endDate, riyadhDate(ctx.now())),
        sql`${id} = any(coalesce(${trainerIds}, ${courses.trainer_ids}))`,
      ),
    );
  const [course] = await db
    .select({ eng: courses.name_eng, ar: courses.name_ar })
    .from(courses)
    .where(or(and(not(courses.off_site), sql`${id} = any(${courses.trainer_ids})`), exists(upcomingRuns)))
    .limit(1);
  return course ? localText(ctx.locale, course.eng, course.ar).text : null;
}
