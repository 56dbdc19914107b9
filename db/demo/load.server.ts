import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { pageMetas, trainers } from "#features/content/tables.server.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { demoMarker } from "#features/settings/settings.server.ts";
import { siteSettings } from "#features/settings/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { demoCourses } from "./courses.ts";
import { loadContent } from "./load-content.server.ts";
import { loadPictures } from "./load-pictures.server.ts";
import covers from "./media/manifest.json" with { type: "json" };
import { demoPageMeta } from "./page-meta.ts";
import { runDates } from "./run-dates.ts";
import { runSessions as demoSessions } from "./run-sessions.ts";
import { demoSettings } from "./settings.ts";
import { faculty } from "./speakers.ts";
import type { DemoCourse, DemoRun } from "./types.ts";

const images: Record<string, string> = covers;

function buildCourseRow(
  { palette: _palette, runs: _runs, speakers, ...course }: DemoCourse,
  trainerIds: ReadonlyMap<string, number>,
): typeof courses.$inferInsert {
  const image = images[course.slug];
  if (!image) throw new Error(`Demo course ${course.slug} has no cover in db/demo/media/manifest.json`);
  const trainer_ids = speakers.map(({ name_eng }) => {
    const id = trainerIds.get(name_eng);
    if (!id) throw new Error(`Demo course ${course.slug} has a trainer who is not in db/demo/speakers.ts: ${name_eng}`);
    return id;
  });
  return { ...course, image, trainer_ids };
}

/**
 * Builds the columns that SCFHS requires in addition to the accreditation number. The reference, such as
 * `NH-PSE-2026-11`, has the slug's initials and the month.
 */
function buildScfhsColumns(course: DemoCourse, startDate: string) {
  const initials = course.slug.split("-").map((word) => word.slice(0, 1).toUpperCase());
  return {
    activityReference: `NH-${initials.join("").slice(0, 4)}-${startDate.slice(0, 7)}`,
    accreditingBodyEng: "Saudi Commission for Health Specialties",
    accreditingBodyAr: "الهيئة السعودية للتخصصات الصحية",
    specialtyEng: course.subject_eng,
    specialtyAr: course.subject_ar,
  };
}

function buildRunRow(
  courseId: number,
  course: DemoCourse,
  run: DemoRun,
  { today, hasHistory }: { today: string; hasHistory: boolean },
): typeof courseRuns.$inferInsert {
  const dates = runDates(run, today);
  return {
    courseId,
    ...dates,
    days: run.days,
    timesConfirmed: true,
    hours: String(run.hours),
    venueEng: run.venueEng,
    venueAr: run.venueAr,
    addressEng: run.addressEng,
    addressAr: run.addressAr,
    doorsOpen: run.doorsOpen,
    bringEng: run.bringEng,
    bringAr: run.bringAr,
    language: run.language,
    delivery: run.delivery,
    capacity: run.capacity,
    // With a history, `seedHistory` sells the seats later.
    seatsSold: hasHistory ? 0 : (run.soldSeats ?? 0),
    priceHalalas: run.priceHalalas,
    groupFromSeats: run.group?.fromSeats ?? null,
    groupPercent: run.group?.percent ?? null,
    accreditationStatus: run.accreditation.status,
    accreditationNumber: run.accreditation.number,
    ...(run.accreditation.status === "accredited" && buildScfhsColumns(course, dates.startDate)),
  };
}

/**
 * Loads courses with their trainers and runs, stories, questions, pages of text, settings and page metadata, in one
 * transaction. Dates are relative to today in Riyadh. Loads only once, so that later changes by staff stay. Resolves to
 * false when it was loaded before. With `hasHistory` no seat is sold yet, because `seedHistory` sells them to demo
 * people; otherwise each run gets only a number of sold seats.
 */
export async function loadDemoContent(ctx: Ctx, { hasHistory = false } = {}): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    // Insert the marker first: a second process waits for this transaction, then finds the marker and stops.
    const insertedMarkers = await ctx.db
      .insert(siteSettings)
      .values({
        key: demoMarker,
        value: { at: ctx.now().toISOString(), history: hasHistory ? "awaited" : "none" },
      })
      .onConflictDoNothing()
      .returning({ key: siteSettings.key });
    if (insertedMarkers.length === 0) return false;
    const today = riyadhDate(ctx.now());
    const insertedTrainers = await ctx.db
      .insert(trainers)
      .values(Object.values(faculty))
      .returning({ id: trainers.id, name: trainers.name_eng });
    const trainerIds = new Map(insertedTrainers.map(({ id, name }) => [name, id]));
    const insertedCourses = await ctx.db
      .insert(courses)
      .values(demoCourses.map((course) => buildCourseRow(course, trainerIds)))
      .returning({ id: courses.id, slug: courses.slug });
    const courseIds = new Map(insertedCourses.map((course) => [course.slug, course.id]));
    const demoRuns = demoCourses.flatMap((course) => course.runs.map((run) => ({ course, slug: course.slug, run })));
    const runIds = await ctx.db
      .insert(courseRuns)
      .values(
        demoRuns.map(({ course, run }) =>
          buildRunRow(courseIds.get(course.slug) ?? 0, course, run, { today, hasHistory }),
        ),
      )
      .returning({ id: courseRuns.id });
    await ctx.db.insert(runSessions).values(
      demoRuns.flatMap(({ slug, run }, index) => {
        const runId = runIds[index]?.id ?? 0;
        return demoSessions(run, runDates(run, today), slug).map((session) => ({ ...session, runId }));
      }),
    );
    await loadContent(ctx);
    await ctx.db.insert(pageMetas).values(demoPageMeta).onConflictDoNothing();
    await ctx.db
      .insert(siteSettings)
      .values(Object.entries(demoSettings).map(([key, value]) => ({ key, value })))
      .onConflictDoNothing();
    await loadPictures(ctx);
    await announceContentChange(ctx);
    return true;
  });
}
