import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callStaff } from "../api.ts";

/** Asked anew for every dialog: it is about people and money. */
const fresh = { gcTime: 0, staleTime: 0 };

// Apart from what a change asks for again: a run that has just been cancelled has no preview.

/** What moving a run to these dates and this venue would do; without dates, who is told. */
export const useMovePreview = (id: number, to: { startDate?: string; endDate?: string; venueEng: string }) =>
  useQuery({
    queryKey: ["preview", "move", id, to],
    queryFn: ({ signal }) => callStaff("POST /api/staff/runs/:id/move/preview", { id, ...to }, signal),
    placeholderData: keepPreviousData,
    ...fresh,
  });

/** What cancelling a run would do. */
export const useCancelPreview = (id: number) =>
  useQuery({
    queryKey: ["preview", "cancel", id],
    queryFn: ({ signal }) => callStaff("POST /api/staff/runs/:id/cancel/preview", { id }, signal),
    ...fresh,
  });
