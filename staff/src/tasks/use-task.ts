import { useQuery } from "@tanstack/react-query";
import type { TaskState } from "../../../src/features/staff/tasks/task-states.ts";
import { staffCall } from "../api.ts";

/** Long work as `/api/staff/tasks` describes it. */
export interface Task {
  id: number;
  kind: string;
  title_eng: string;
  title_ar: string;
  started_by: { id: string; name: string };
  state: TaskState;
  done: number;
  failed: number;
  total: number | null;
  problem: string | null;
  /** False for what has to be finished. */
  may_stop: boolean;
  file: { name: string; bytes: number; until: string; is_personal: boolean } | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
}
export interface FullTask extends Task {
  failures: { what: string; why_eng: string; why_ar: string }[];
  result: Record<string, unknown> | null;
}

export const isOpen = (task: { state: TaskState } | undefined): boolean =>
  task?.state === "queued" || task?.state === "running";

/** How often open work is looked at again. */
export const lookAgainMs = 1000;

/** A piece of long work, looked at again until it has ended; null asks for none. */
export function useTask(id: number | null) {
  return useQuery<FullTask, Error>({
    queryKey: ["tasks", "one", id],
    queryFn: ({ signal }) => staffCall<FullTask>(`GET tasks/${id}`, undefined, signal),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isOpen(state.data) ? lookAgainMs : false),
  });
}
