import { eq } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { speakersSql } from "#features/catalogue/course-rows.server.ts";
import { requireRun } from "#features/catalogue/schedule/run-changes.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { toSessionDates } from "#features/catalogue/schedule/sessions.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requireFreshSignIn, requirePermission, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { getAccountKey, runInWorker } from "#platform/workers/run-in-worker.server.ts";
import { seatedRows } from "./roster.server.ts";
import type { SheetOfDay } from "./sheet-pdf.server.ts";

async function readSheet(ctx: Ctx, runId: number, requestedDate: string | undefined): Promise<SheetOfDay> {
  const run = await requireRun(ctx, runId);
  const [course] = await ctx.db
    .select({ name_eng: courses.name_eng, name_ar: courses.name_ar, speakers: speakersSql })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(courseRuns.id, runId));
  if (!course) throw new Error(`Course ${run.courseId} does not exist`);
  const dates = toSessionDates(run.sessions);
  const today = riyadhDate(ctx.now());
  if (requestedDate !== undefined && !dates.includes(requestedDate))
    throw new ValidationError({ date: [getProblemMessage("choice", ctx.locale)] });
  const date = requestedDate ?? dates.find((day) => day >= today) ?? dates.at(-1) ?? run.startDate;
  const daySessions = run.sessions.filter(({ startsAt }) => riyadhDate(startsAt) === date);
  const [first, last] = [daySessions[0], daySessions.at(-1)];
  return {
    runId,
    course: { en: course.name_eng, ar: course.name_ar ?? course.name_eng },
    venue: { en: run.venueEng, ar: run.venueAr ?? run.venueEng },
    speakers: {
      en: course.speakers.map(({ name_eng }) => name_eng),
      ar: course.speakers.map(({ name_eng, name_ar }) => name_ar ?? name_eng),
    },
    date,
    day: dates.indexOf(date) + 1,
    days: run.days,
    times: run.timesConfirmed && first && last ? { from: first.startsAt, to: last.endsAt } : null,
    accreditation: run.accreditationStatus === "accredited" ? run.accreditationNumber : null,
    hours: Number(run.hours),
    people: (await seatedRows(ctx, runId)).map(({ name, name_other, scfhs_number, profession }) => ({
      name,
      nameOther: name_other,
      scfhsEnding: scfhs_number ? `•••• ${scfhs_number.slice(-4)}` : null,
      profession,
    })),
    printedAt: ctx.now(),
  };
}

/**
 * Draws the sheet that people sign on one teaching day as a PDF in both languages. The default day is today or the next
 * teaching day. The sheet has 20 lines per page, by name, with only the last four characters of SCFHS numbers, because
 * the sheet is passed around. Needs a fresh sign-in. Throws FreshSignInRequired, NotFound, ValidationError (no teaching
 * day), QueueFull.
 */
export async function signInSheet(
  ctx: Ctx,
  { runId, date }: { runId: number; date?: string | undefined },
): Promise<{ bytes: Uint8Array; name: string }> {
  requirePermission(ctx, signInSheet.permission);
  requireFreshSignIn(ctx);
  const sheet = await readSheet(ctx, runId, date);
  // The cache key leaves out the time of printing, so that simultaneous requests share one PDF.
  const key = JSON.stringify(["sign-in-sheet", ctx.locale, { ...sheet, printedAt: null }]);
  const bytes = await runInWorker("sign-in-sheet", [sheet, ctx.locale], { account: getAccountKey(ctx), key });
  await inTransaction(ctx, (ctx) =>
    audit(ctx, {
      action: "roster.sheet-printed",
      entity: "run",
      entityId: runId,
      after: { date: sheet.date, people: sheet.people.length },
    }),
  );
  return { bytes, name: `sign-in-${runId}-${sheet.date}.pdf` };
}
signInSheet.permission = "roster.read" as const;
