/** Types and constants of tasks, for the server and the portal. */

/** queued → running → done, failed or cancelled. */
export const taskStates = ["queued", "running", "done", "failed", "cancelled"] as const;
export type TaskState = (typeof taskStates)[number];

/** Those that still do something. */
export const openStates = ["queued", "running"] as const satisfies TaskState[];

/** Then a task is removed. */
export const taskRetentionDays = 30;

/** A text that the portal shows in either language. */
export interface TwoTexts {
  eng: string;
  ar: string;
}

/** Something the task could not do, and why. */
export interface TaskFailure {
  what: string;
  why: TwoTexts;
}

/** Files of an export. */
export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];
