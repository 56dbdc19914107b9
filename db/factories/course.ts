import { getTableColumns } from "drizzle-orm";
import type { Course } from "#features/catalogue/course.ts";
import { wholeDaySessions } from "#features/catalogue/schedule/sessions.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { trainers } from "#features/content/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import type { Db } from "#platform/db/database.server.ts";

let courseCount = 0;

type NewCourse = typeof courses.$inferInsert;
type CourseValues = Partial<NewCourse>;
type RunValues = Partial<Omit<typeof courseRuns.$inferInsert, "courseId">>;

/** Default values of a course, which its table and the API have in common. */
const facts = {
  category: "healthcare-quality",
  subject_eng: "Patient safety",
  subject_ar: "سلامة المرضى",
  summary_eng: "Three practical days.",
  summary_ar: "ثلاثة أيام عملية.",
  about_course_eng: "<p>About.</p>",
  about_course_ar: "<p>عن الدورة.</p>",
  prerequisites_eng: "<p>None.</p>",
  prerequisites_ar: "<p>لا يوجد.</p>",
  curriculum: [],
  // A picture of the demo, so that pages which show the course find its files.
  image: "safe-handover-aac35870",
  disable_course: false,
} satisfies Partial<Course>;

type Optional = { [Key in keyof NewCourse]-?: undefined extends NewCourse[Key] ? Key : never }[keyof NewCourse];
type OptionalText = Extract<Optional & keyof Course, `${string}_${"eng" | "ar"}`>;
/** Default values of a course's optional texts. They come from the table, so that a new column needs no change here. */
const defaultTexts = Object.fromEntries(
  Object.entries(getTableColumns(courses))
    .filter(([name]) => /_(?:eng|ar)$/.test(name))
    .map(([name, column]) => [name, column.default ?? null]),
) as Pick<Course, OptionalText>;

/** A course with everything a page needs, open for registration through its run. */
export async function makeCourse(db: Db, values: CourseValues = {}): Promise<typeof courses.$inferSelect> {
  courseCount += 1;
  const [course] = await db
    .insert(courses)
    .values({
      slug: `course-${courseCount}-${crypto.randomUUID().slice(0, 8)}`,
      name_eng: `Patient safety ${courseCount}`,
      name_ar: `سلامة المرضى ${courseCount}`,
      ...facts,
      ...values,
    })
    .returning();
  if (!course) throw new Error("no course was made");
  return course;
}

/** A course as the API returns it, without a database: three days in Riyadh, ten seats, SAR 1,150.00. */
export const courseOnWire = (values: Partial<Course> = {}): Course => ({
  ...defaultTexts,
  ...facts,
  id: 1,
  slug: "patient-safety",
  name_eng: "Patient safety",
  name_ar: "سلامة المرضى",
  start_date: "2027-01-12",
  end_date: "2027-01-14",
  days: 3,
  hours: 13.5,
  venue_eng: "Riyadh",
  venue_ar: "الرياض",
  address_eng: null,
  address_ar: null,
  language: null,
  delivery: "onsite",
  amount: "1150.00",
  group_from_seats: null,
  group_percent: null,
  accreditation_status: "accredited",
  accreditation_number: "A-1",
  capacity: 10,
  seats_left: 10,
  seats_held: 0,
  ended: false,
  started: false,
  speakers: [],
  sessions: [],
  other_dates: [],
  change_steps: [],
  minimum: null,
  key: null,
  company: null,
  ...values,
});

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

/** A trainer on the site. */
export async function makeTrainer(
  db: Db,
  values: Partial<typeof trainers.$inferInsert> = {},
): Promise<typeof trainers.$inferSelect> {
  const [trainer] = await db
    .insert(trainers)
    .values({ name_eng: "Reem S.", name_ar: "ريم س.", job_title_eng: "Trainer", ...values })
    .returning();
  if (!trainer) throw new Error("no trainer was made");
  return trainer;
}
