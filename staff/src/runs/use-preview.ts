import { useQuery } from "@tanstack/react-query";
import { callStaff } from "../api.ts";

/** Asked anew for every dialog: it is about people and money. */
const fresh = { gcTime: 0, staleTime: 0 };

// Apart from what a change asks for again: a run that has just been cancelled has no preview.

/** What moving a run would do. */
export const useMovePreview = (id: number) =>
  useQuery({
    queryKey: ["preview", "move", id],
    queryFn: ({ signal }) => callStaff("POST /api/staff/runs/:id/move/preview", { id }, signal),
    ...fresh,
  });

/** What cancelling a run would do. */
export const useCancelPreview = (id: number) =>
  useQuery({
    queryKey: ["preview", "cancel", id],
    queryFn: ({ signal }) => callStaff("POST /api/staff/runs/:id/cancel/preview", { id }, signal),
    ...fresh,
  });
