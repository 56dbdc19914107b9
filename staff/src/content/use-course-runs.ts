import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "../api.ts";

/** A course with its runs ahead, asked for once by all who show something of them. */
export const useCourseRuns = (id: string, isCourse = true) =>
  useQuery({ ...staffQuery("GET /api/staff/courses/:id", { id }), enabled: isCourse });
