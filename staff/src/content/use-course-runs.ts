import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "../api.ts";

/** A course with its upcoming runs. The cards that show them share one request. */
export const useCourseRuns = (id: string, isCourse = true) =>
  useQuery({ ...staffQuery("GET /api/staff/courses/:id", { id }), enabled: isCourse });
