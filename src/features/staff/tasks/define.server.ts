import { z } from "zod";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx, Permission } from "#platform/context.server.ts";
import type { TaskFailure, TwoTexts } from "./task-states.ts";

/** Reply of an endpoint that starts a task. */
export const startsTask = {
  status: 201,
  reply: z.object({ id: z.int().meta({ description: "Id of the task" }) }),
} as const;

/** Additional error of an endpoint that starts a task. */
export const tooManyTasks = { 409: "The caller has ten open tasks already" };

/** What a step receives. */
export interface TaskStep<Cursor, Prepared = undefined> {
  /** Where the previous step ended; null in the first step. */
  cursor: Cursor | null;
  /** Number of items that earlier steps have finished. */
  done: number;
  /** The result of `prepare` for this cursor. */
  prepared: Prepared;
  /** Appends to the file of the task, for kinds that have one. */
  write(part: string | Uint8Array): void;
}

/** What a step returns. */
export interface StepResult<Cursor> {
  /** Where the next step begins, stored as JSON; null when nothing is left. */
  cursor: Cursor | null;
  /** Number of items that this step has finished. */
  done: number;
  /** Failed items; the task continues. */
  failures?: TaskFailure[];
  /** A result besides the counts. It replaces the result of earlier steps. */
  result?: Record<string, unknown>;
}

/** The file that a finished task offers. */
export interface TaskFile {
  /** Name of the download, in any script. Characters that some file systems refuse are replaced. */
  name: string;
  type: string;
  /** Builds the file from the output of the steps; by default the output is the file. */
  finish?(written: string, file: string): Promise<void>;
}

/** A kind of task. A task runs as the member who started it, with their present permissions. */
export interface TaskKind<Input = unknown, Cursor = unknown, Prepared = undefined> {
  kind: string;
  permission: Permission;
  /**
   * Whether the file contains personal data. Starting the task and downloading the file then require a fresh sign-in.
   */
  personal?: boolean;
  /**
   * Whether the task must finish, because it carries out a decision. Nobody can stop it, it continues when its starter
   * loses the permission, and it is retried until it succeeds.
   */
  mustEnd?: boolean;
  input: z.ZodType<Input>;
  /** The part of the input for the audit log, if not all of it. */
  audited?(input: Input): Record<string, unknown>;
  title(input: Input, locale: Locale, ctx: Ctx): string | Promise<string>;
  /** Counts the items. Throws ValidationError or Conflict when the task cannot be started. */
  total?(ctx: Ctx, input: Input): Promise<number>;
  /**
   * Fetches data for the next step from other services, such as the card provider, outside any transaction. The process
   * may die at any time, so it must not change anything that cannot be repeated.
   */
  prepare?(ctx: Ctx, input: Input, cursor: Cursor | null): Promise<Prepared>;
  /**
   * Does a small part of the task, in at most a second. Its transaction also saves the cursor, so that its writes to
   * the database, including emails and jobs, happen once, however often the process dies. It must not do anything
   * outside the transaction.
   */
  step(ctx: Ctx, input: Input, step: TaskStep<Cursor, Prepared>): Promise<StepResult<Cursor>>;
  /** `title` is the task's title in that language. */
  file?(input: Input, locale: Locale, now: Date, title: string): TaskFile;
}

/** A kind of task with any input, as `src/tasks.ts` lists them. */
export interface AnyTaskKind extends Omit<TaskKind<never, never>, "input" | "prepare" | "step"> {
  input: z.ZodType;
  prepare?(ctx: Ctx, input: never, cursor: never): Promise<unknown>;
  step(ctx: Ctx, input: never, step: TaskStep<never, never>): Promise<StepResult<unknown>>;
}

/** Defines a kind of task; add it to `src/tasks.ts`. */
export const defineTask = <Input, Cursor, Prepared = undefined>(
  kind: TaskKind<Input, Cursor, Prepared>,
): TaskKind<Input, Cursor, Prepared> => kind;

/** Builds a text in both languages from a message or another function of the language. */
export const inBoth = (text: (locale: Locale) => string): TwoTexts => ({ eng: text("en"), ar: text("ar") });
