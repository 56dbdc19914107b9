import { useGetOne } from "ra-core";
import type { CourseLine, RunAhead } from "../../../src/site/courses/course-types.ts";

/** A course with its runs ahead, asked for once by all who show something of them. */
export const useCourseRuns = (id: string, isCourse = true) =>
  useGetOne<CourseLine & { runs: RunAhead[] }>(
    "courses",
    // The list keeps its rows as records, without their runs.
    { id, meta: { hasRuns: true } },
    { enabled: isCourse },
  );
