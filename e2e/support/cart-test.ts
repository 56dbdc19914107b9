/** `test` with two courses that only the cart's tests use, so that a test may change their seats and prices. */
import { eq } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courseBySlug, newPerson, type ListedCourse, type Person } from "#test/http/client.ts";
import type { PicturedCourse } from "./cart.ts";
import { seatsLeft, type RunChange } from "./shop.ts";
import { test as base } from "./test.ts";

export const slugs = ["laboratory-quality-management", "accreditation-readiness-course"] as const;
type Courses = [PicturedCourse, PicturedCourse];

interface CartFixtures {
  person: Person;
  /** Two courses with seats for all buyers, at SAR 2,400.00 each. */
  courses: Courses;
  /** Changes the course's run in the database. Does not notify the site, as if the change came while a page is open. */
  change(course: ListedCourse, values: RunChange): Promise<void>;
  /** Sets the capacity so that exactly `seats` seats of the course are free. */
  setFreeSeats(course: ListedCourse, seats: number): Promise<void>;
}

export const test = base.extend<CartFixtures>({
  person: async ({ postgresSite }, use) => use(await newPerson(postgresSite)),
  change: ({ postgresSite: { database } }, use) =>
    use(async ({ id }, values) => void (await database.db.update(courseRuns).set(values).where(eq(courseRuns.id, id)))),
  setFreeSeats: ({ postgresSite: site, change }, use) =>
    use(async (course, seats) => {
      await change(course, { capacity: 500 });
      await change(course, { capacity: 500 - (await seatsLeft(site, course)) + seats });
    }),
  courses: async ({ postgresSite: site, change }, use) => {
    site.sandbox.control.reset();
    const readCourses = async () => (await Promise.all(slugs.map((slug) => courseBySlug(site, slug)))) as Courses;
    const restore = async (courses: Courses) => {
      for (const course of courses) await change(course, { capacity: 500, priceHalalas: 240_000, cancelledAt: null });
    };
    await restore(await readCourses());
    const courses = await readCourses();
    await use(courses);
    await restore(courses);
  },
});

export const getCourseName = (course: ListedCourse, locale: string): string =>
  locale === "ar" ? course.name_ar : course.name_eng;
