import { wholeDaySessions } from "#features/catalogue/schedule/sessions.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import type { Db } from "#platform/db/database.server.ts";

let made = 0;

type CourseValues = Partial<typeof courses.$inferInsert>;
type RunValues = Partial<Omit<typeof courseRuns.$inferInsert, "courseId">>;

/** A course with everything a page needs, open for registration through its run. */
export async function makeCourse(db: Db, values: CourseValues = {}): Promise<typeof courses.$inferSelect> {
  made += 1;
  const [course] = await db
    .insert(courses)
    .values({
      slug: `course-${made}-${crypto.randomUUID().slice(0, 8)}`,
      category: "healthcare-quality",
      subjectEng: "Patient safety",
      subjectAr: "سلامة المرضى",
      nameEng: `Patient safety ${made}`,
      nameAr: `سلامة المرضى ${made}`,
      summaryEng: "Three practical days.",
      summaryAr: "ثلاثة أيام عملية.",
      aboutCourseEng: "<p>About.</p>",
      aboutCourseAr: "<p>عن الدورة.</p>",
      prerequisitesEng: "<p>None.</p>",
      prerequisitesAr: "<p>لا يوجد.</p>",
      speakers: [],
      curriculum: [],
      // Of the demo, so that pages which show the course find its files.
      image: "safe-handover-aac35870",
      ...values,
    })
    .returning();
  if (!course) throw new Error("no course was made");
  return course;
}

/**
 * A run of a course: two days, a month from now, ten seats, SAR 2,400.00; its sessions are whole days, not confirmed.
 */
export async function makeRun(
  db: Db,
  courseId: number,
  values: RunValues = {},
): Promise<typeof courseRuns.$inferSelect> {
  const start = addDays(riyadhDate(new Date()), 30);
  const [run] = await db
    .insert(courseRuns)
    .values({
      courseId,
      startDate: start,
      endDate: addDays(start, 1),
      days: 2,
      hours: "12.0",
      venueEng: "Training centre, Riyadh",
      venueAr: "مركز التدريب، الرياض",
      delivery: "onsite",
      capacity: 10,
      priceHalalas: 240_000,
      accreditationStatus: "accredited",
      accreditationNumber: "ACC-0001",
      activityReference: "NH-0001",
      accreditingBodyEng: "Saudi Commission for Health Specialties",
      accreditingBodyAr: "الهيئة السعودية للتخصصات الصحية",
      specialtyEng: "Nursing; patient safety",
      specialtyAr: "التمريض، سلامة المرضى",
      ...values,
    })
    .returning();
  if (!run) throw new Error("no run was made");
  await db.insert(runSessions).values(wholeDaySessions(run).map((session) => ({ ...session, runId: run.id })));
  return run;
}
