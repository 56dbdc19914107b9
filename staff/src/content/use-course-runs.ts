import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "../api.ts";

/** Loads a course with its runs that have not ended. All cards that use it share one request. */
export const useCourseRuns = (id: string, isCourse = true) =>
  useQuery({ ...staffQuery("GET /api/staff/courses/:id", { id }), enabled: isCourse });
