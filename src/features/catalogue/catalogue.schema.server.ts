import { createSelectSchema } from "drizzle-zod";
import { z } from "zod";
import { createPageSchema } from "#platform/http/page.schema.ts";
import { teachingLanguages } from "#features/catalogue/schedule/teaching-languages.ts";
import { imageDetails } from "#features/content/media/media.schema.ts";
import { courseCategories, facetValue, freeSeats, hourRanges, priceRanges, sorts, type Range } from "./filters.ts";
import { courses, curriculum } from "./tables.server.ts";
import { recordId } from "#platform/http/fields.server.ts";

/** Whether a text is an existing calendar date `YYYY-MM-DD`. */
export function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const isoDate = z.string("required").refine(isRealDate, "invalid");

/** A number or digits, within PostgreSQL's integer. */
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

/** The key of a private run, from its address. */
export const runKey = z.string("invalid").max(60, "invalid").nullish();

/** Both days included. */
export const dateRange = z
  .object({ startDate: isoDate, endDate: isoDate })
  .refine((range) => range.startDate <= range.endDate, { message: "invalid", path: ["endDate"] });

export const category = z.enum(courseCategories, {
  error: (issue) => (issue.input === undefined ? "required" : "choice"),
});

const values = (ranges: readonly Range[]) => ranges.map(({ value }) => value) as [string, ...string[]];

/** Optional choices of a list; null is none. */
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
    .describe("Of the first day, such as 2027-01."),
  hours: z.enum(values(hourRanges), "choice").nullish().describe("CME hours: more than the first, at most the second."),
  price: z
    .enum(values(priceRanges), "choice")
    .nullish()
    .describe("SAR before VAT: at least the first, less than the second."),
  seats: z.enum([freeSeats], "choice").nullish().describe("Only what can be booked now."),
  sort: z
    .enum(sorts, "choice")
    .nullish()
    .describe("What can be booked comes first; without it, words are answered by rank."),
};

const localised = z.string().nullable();
export const runFacts = z.object({
  id: z.int().describe("The run: what is bought."),
  start_date: z.string(),
  end_date: z.string(),
  days: z.int(),
  hours: z.number().describe("CME hours; show them only when accreditation_status is accredited."),
  venue_eng: z.string(),
  venue_ar: localised,
  address_eng: localised.describe("Street address, without the city."),
  address_ar: localised,
  language: z.enum(teachingLanguages).nullable().describe("Of teaching; null while it is not said."),
  delivery: z.enum(["onsite", "online"]),
  amount: z.string().describe("SAR before VAT, two decimals."),
  group_from_seats: z.int().nullable().describe("Seats in one order from which group_percent is taken off each."),
  group_percent: z.int().nullable(),
  accreditation_status: z.enum(["none", "pending", "accredited"]),
  seats_left: z.int(),
  seats_held: z.int().describe("Held for people who are paying; with seats_left 0 check again soon."),
  ended: z.boolean(),
  started: z.boolean().describe("Begun and not ended: still on sale."),
});

export const sessionTimes = z
  .array(z.object({ starts_at: z.string(), ends_at: z.string() }))
  .describe("When the run is taught, ISO 8601; empty while its times are not confirmed.");

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
  speakers: z.array(speaker).describe("Those who teach the run."),
  key: z.string().nullable().describe("Of a private run: goes with its id wherever that is sent."),
  company: z
    .object({ name: z.string(), seats: z.int(), amount: z.string() })
    .nullable()
    .describe("Whom a private run is for: all its seats are one order, with what they cost before VAT."),
  accreditation_number: localised,
  capacity: z.int().describe("Seats of the run, free or not."),
  sessions: sessionTimes,
  other_dates: z.array(runFacts),
  change_steps: z
    .array(z.object({ until: z.string().nullable(), percent: z.int(), move: z.boolean(), person: z.boolean() }))
    .describe("What a buyer may change until when, soonest first; `percent` is what a cancellation returns."),
  minimum: z
    .object({ seats: z.int(), decide_by: z.string(), takes_place: z.boolean() })
    .nullable()
    .describe("How many people the run needs and until when staff decide; null when it always takes place."),
});

export const coursePage = createPageSchema(courseSummary);
