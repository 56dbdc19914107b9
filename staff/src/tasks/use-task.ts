import { useQuery } from "@tanstack/react-query";
import type { RowOf, StaffReply } from "../api-types.ts";
import type { TaskState } from "../../../src/features/staff/tasks/task-states.ts";
import { callStaff } from "../api.ts";

export type Task = RowOf<"tasks">;
export type FullTask = StaffReply<"GET /api/staff/tasks/:id">;

/** Whether the task waits or runs. */
export const isOpen = (task: { state: TaskState } | undefined): boolean =>
  task?.state === "queued" || task?.state === "running";

/** Refresh interval of running tasks. */
export const refetchIntervalMs = 1000;

/** Loads a task, again and again until it has ended. Without an id, loads nothing. */
export function useTask(id: number | null) {
  return useQuery({
    queryKey: ["tasks", "one", id],
    queryFn: ({ signal }) => callStaff("GET /api/staff/tasks/:id", { id: id ?? "" }, signal),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isOpen(state.data) ? refetchIntervalMs : false),
  });
}
