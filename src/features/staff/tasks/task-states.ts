/** Types and constants of tasks, for the server and the portal. */

/** States of a task: queued, then running, then done, failed or cancelled. */
export const taskStates = ["queued", "running", "done", "failed", "cancelled"] as const;
export type TaskState = (typeof taskStates)[number];

/** States of a task that has not ended. */
export const openStates = ["queued", "running"] as const satisfies TaskState[];

/** Days after which a task is deleted. */
export const taskRetentionDays = 30;

/** A text that the portal shows in either language. */
export interface TwoTexts {
  eng: string;
  ar: string;
}

/** An item that the task could not do, and why. */
export interface TaskFailure {
  what: string;
  why: TwoTexts;
}

/** File formats of an export. */
export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];
