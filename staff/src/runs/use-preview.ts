import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callStaff } from "../api.ts";

/** Loaded for each dialog, because it is about people and money. */
const noCache = { gcTime: 0, staleTime: 0 };

// Outside the queries that a change reloads, because a cancelled run has no preview.

/** The effects of moving a run to these dates and this venue. Without dates, the people who would be notified. */
export const useMovePreview = (id: number, to: { startDate?: string; endDate?: string; venueEng: string }) =>
  useQuery({
    queryKey: ["preview", "move", id, to],
    queryFn: ({ signal }) => callStaff("POST /api/staff/runs/:id/move/preview", { id, ...to }, signal),
    placeholderData: keepPreviousData,
    ...noCache,
  });

/** The effects of cancelling a run. */
export const useCancelPreview = (id: number) =>
  useQuery({
    queryKey: ["preview", "cancel", id],
    queryFn: ({ signal }) => callStaff("POST /api/staff/runs/:id/cancel/preview", { id }, signal),
    ...noCache,
  });
