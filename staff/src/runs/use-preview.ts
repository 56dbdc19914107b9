import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callStaff } from "../api.ts";

/** Each dialog loads its preview anew, because the preview is about people and money. */
const noCache = { gcTime: 0, staleTime: 0 };

// The query keys do not start with "staff". A change reloads the queries whose keys do, and a cancelled run has no
// preview.

/** The effects of moving a run to these dates and this venue. Without dates, only the people who would be notified. */
export const useMovePreview = (id: number, target: { startDate?: string; endDate?: string; venueEng: string }) =>
  useQuery({
    queryKey: ["preview", "move", id, target],
    queryFn: ({ signal }) => callStaff("POST /api/staff/runs/:id/move/preview", { id, ...target }, signal),
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
