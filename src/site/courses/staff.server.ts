import { z } from "zod";
import { courseCategories } from "#features/catalogue/filters.ts";
import { listTrainers } from "#features/content/trainers.server.ts";
import { arabic, itemId, itemRow, newestState, view } from "#features/content/editing/staff-records.server.ts";
import { searchText } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, getOne } from "#platform/http/staff-resource.server.ts";
import { courseSorts, listCourses, readCourse } from "./staff-courses.server.ts";

const run = z.object({
  id: z.int(),
  startDate: z.string(),
  endDate: z.string(),
  venueEng: z.string(),
  venueAr: z.string().nullable(),
  delivery: z.enum(["onsite", "online"]),
  capacity: z.int(),
  seatsSold: z.int(),
  seatsHeld: z.int(),
});

const course = itemRow.extend({
  courseId: z.int(),
  category: z.string().nullable().meta({ description: "Null for a course that was never published" }),
  runsAhead: z.int(),
  hasRun: z.boolean().meta({
    description:
      "Whether it has a run, ended or not, that was not cancelled; the site does not show a course without one",
  }),
  nextRun: run.nullable(),
});

export const list = getList({
  access: listCourses.permission,
  summary: "Courses with their state, their Arabic, and the next run with its seats",
  sorts: courseSorts,
  filter: z.object({
    q: searchText(100).optional().meta({ description: "Part of the name in either language" }),
    state: newestState.optional(),
    arabic: arabic.optional(),
    view: view.optional(),
    category: z.enum(courseCategories).optional(),
    delivery: z.enum(["onsite", "online"]).optional().meta({ description: "Delivery of the next run" }),
    has_run: z.boolean().optional().meta({ description: "Whether the course has a run that has not ended" }),
  }),
  row: course,
  list: listCourses,
});

export const one = getOne({
  access: readCourse.permission,
  summary: "A course with its runs that have not ended",
  id: itemId(),
  row: course.extend({ runs: z.array(run) }),
  read: readCourse,
});

export const trainers = staffEndpoint({
  access: listTrainers.permission,
  summary: "All trainers on the site, to choose those of a course or run",
  input: z.strictObject({}),
  reply: z.object({
    data: z.array(
      z.object({
        id: z.int(),
        name_eng: z.string(),
        name_ar: z.string().nullable(),
        job_title_eng: z.string(),
        job_title_ar: z.string().nullable(),
      }),
    ),
  }),
  handle: async (ctx) => ({ data: await listTrainers(ctx) }),
});
