import { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { line, optionalLine, whole } from "#platform/http/fields.server.ts";
import * as schema from "./catalogue.schema.server.ts";
import { courseDetails as readCourseDetails, listCourses, listCoursesByCategory } from "./courses.server.ts";

/** Up to this page, the offset fits PostgreSQL's integer. */
const lastPossiblePage = 100_000;

export const courses = endpoint({
  summary:
    "Lists the catalogue, 9 courses per page: bookable courses first, search results by rank. Each course appears once, with its next run that matches.",
  session: "optional",
  body: z.object({
    page: whole(1, lastPossiblePage).default(1),
    search_input: optionalLine(),
    dateRange: schema.dateRange.nullish(),
    ...schema.choices,
  }),
  reply: schema.coursePage,
  handle: (ctx, { page, search_input, dateRange, sort, ...filters }) =>
    listCourses(ctx, {
      page,
      searchInput: search_input,
      from: dateRange?.startDate,
      to: dateRange?.endDate,
      chosen: Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
      sort,
    }),
});

export const coursesByCategory = endpoint({
  summary: "Lists the courses of a category, bookable courses first. A limit of -1 returns all.",
  session: "optional",
  body: z.object({ cat: schema.category, limit: whole(-1, 100).default(-1) }),
  reply: z.object({ data: z.array(schema.courseSummary) }),
  handle: async (ctx, input) => ({ data: await listCoursesByCategory(ctx, input) }),
});

const user = z.object({ id: z.string(), name: z.string(), email: z.string() });

export const courseDetails = endpoint({
  summary: "Reads one course with the requested run, or else its next run. A private run requires its `key`.",
  session: "optional",
  body: z.object({ slug: line(), run: schema.runId.nullish(), key: schema.runKey }),
  reply: z.object({
    status: z.literal("success"),
    data: schema.course,
    token: z.string().nullable(),
    user: user.nullable(),
  }),
  errors: { 404: "There is no such course: `status` is empty and `data` is null." },
  handle: async (ctx: Ctx, { slug, run, key }) => ({
    status: "success" as const,
    data: await readCourseDetails(ctx, { slug, run: run ?? undefined, key }),
    token: ctx.viewer ? ctx.token : null,
    user: ctx.viewer && { id: ctx.viewer.id, name: ctx.viewer.name, email: ctx.viewer.email },
  }),
});
