import { createSelectSchema } from "drizzle-zod";
import { z } from "zod";
import { createPageSchema } from "#platform/http/page.schema.ts";
import { teachingLanguages } from "#features/catalogue/schedule/teaching-languages.ts";
import { imageDetails } from "#features/content/media/media.schema.ts";
import { courseCategories, facetValue, freeSeatsValue, hourRanges, priceRanges, sorts, type Range } from "./filters.ts";
import { courses, curriculum } from "./tables.server.ts";
import { isDate } from "#i18n/dates.ts";
import { recordId } from "#platform/http/fields.server.ts";

const isoDate = z.string("required").refine(isDate, "invalid");

/** A number or a string of digits, within PostgreSQL's integer. */
export const runId = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ],
    { error: (issue) => (issue.input === undefined ? "required" : "invalid") },
  )
  .pipe(recordId());

/** The key of a private run, from the run's link. */
export const runKey = z.string("invalid").max(60, "invalid").nullish();

/** A range of days, first and last included. */
export const dateRange = z
  .object({ startDate: isoDate, endDate: isoDate })
  .refine((range) => range.startDate <= range.endDate, { message: "invalid", path: ["endDate"] });

export const category = z.enum(courseCategories, {
  error: (issue) => (issue.input === undefined ? "required" : "choice"),
});

const listValues = (ranges: readonly Range[]) => ranges.map(({ value }) => value) as [string, ...string[]];

/** The optional filters and sort order of a list; null means no choice. */
export const choices = {
  category: z.enum(courseCategories, "choice").nullish(),
  place: z
    .string("invalid")
    .refine((text) => facetValue("place", text) !== null, "invalid")
    .nullish()
    .describe("`online`, or the city at the end of a venue, in English."),
  month: z
    .string("invalid")
    .refine((text) => facetValue("month", text) !== null, "invalid")
    .nullish()
    .describe("Month of the run's first day, such as 2027-01."),
  hours: z
    .enum(listValues(hourRanges), "choice")
    .nullish()
    .describe("Range of CME hours: more than the first number, at most the second."),
  price: z
    .enum(listValues(priceRanges), "choice")
    .nullish()
    .describe("Price range in SAR before VAT: at least the first number, less than the second."),
  seats: z.enum([freeSeatsValue], "choice").nullish().describe("Only courses that can be booked now."),
  sort: z
    .enum(sorts, "choice")
    .nullish()
    .describe(
      "Sort order, with bookable courses first. By default, a search returns upcoming courses first, by rank; other lists are sorted as `soonest`.",
    ),
};

const localised = z.string().nullable();
export const runFacts = z.object({
  id: z.int().describe("Id of the run, which is what an order buys."),
  start_date: z.string(),
  end_date: z.string(),
  days: z.int(),
  hours: z.number().describe("CME hours; show them only when accreditation_status is accredited."),
  venue_eng: z.string(),
  venue_ar: localised,
  address_eng: localised.describe("Street address, without the city."),
  address_ar: localised,
  language: z.enum(teachingLanguages).nullable().describe("Language of teaching; null while it is not set."),
  delivery: z.enum(["onsite", "online"]),
  amount: z.string().describe("SAR before VAT, two decimals."),
  group_from_seats: z
    .int()
    .nullable()
    .describe("From this number of seats in one order, each seat costs group_percent less."),
  group_percent: z.int().nullable(),
  accreditation_status: z.enum(["none", "pending", "accredited"]),
  seats_left: z.int(),
  seats_held: z
    .int()
    .describe("Seats held for people who are paying. When seats_left is 0, these may become free soon."),
  ended: z.boolean(),
  started: z.boolean().describe("The run has begun and not ended; it is still on sale."),
});

export const sessionTimes = z
  .array(z.object({ starts_at: z.string(), ends_at: z.string() }))
  .describe("Times of the run's sessions, ISO 8601; empty while they are not confirmed.");

/** The public fields of a course: every column of its table except those named here. */
export const courseFacts = createSelectSchema(courses, { curriculum }).omit({
  id: true,
  speakers: true,
  trainer_ids: true,
  off_site: true,
  featured_position: true,
  search_title_eng: true,
  search_title_ar: true,
  search_description_eng: true,
  search_description_ar: true,
  share_image: true,
  created_at: true,
  updated_at: true,
});

/** Fields in lists, without those that only the course's own page shows. */
export const summaryFacts = courseFacts.omit({
  about_course_eng: true,
  about_course_ar: true,
  prerequisites_eng: true,
  prerequisites_ar: true,
  curriculum: true,
});

export const courseSummary = runFacts.extend(summaryFacts.shape).extend({ image_details: imageDetails });

export const speaker = z.object({
  id: z.int(),
  name_eng: z.string(),
  name_ar: localised,
  title_eng: z.string(),
  title_ar: localised,
  line_eng: z.string().describe("A short biography; may be empty."),
  line_ar: localised,
  image: z.string().describe("Name of an uploaded picture; empty without one."),
  image_details: imageDetails,
});

export const course = courseSummary.extend(courseFacts.shape).extend({
  speakers: z.array(speaker).describe("The trainers of the run."),
  key: z.string().nullable().describe("Key of a private run. Requests that send the run's id must also send this key."),
  company: z
    .object({ name: z.string(), seats: z.int(), amount: z.string() })
    .nullable()
    .describe("The company that a private run is for. One order buys all `seats` for `amount`, before VAT."),
  accreditation_number: localised,
  capacity: z.int().describe("All seats of the run, free or not."),
  sessions: sessionTimes,
  other_dates: z.array(runFacts),
  change_steps: z
    .array(z.object({ until: z.string().nullable(), percent: z.int(), move: z.boolean(), person: z.boolean() }))
    .describe(
      "Steps of the change policy, earliest deadline first. Through the day `until`, a seat can be moved to another date (`move`) or transferred to another person (`person`), and a cancellation refunds `percent`. `until` is null for the step after the run has begun.",
    ),
  minimum: z
    .object({ seats: z.int(), decide_by: z.string(), takes_place: z.boolean() })
    .nullable()
    .describe(
      "Minimum of the run: it needs `seats` people, staff decide by `decide_by` whether it takes place, and `takes_place` is true once that is certain. Null when the run needs no minimum.",
    ),
});

export const coursePage = createPageSchema(courseSummary);
