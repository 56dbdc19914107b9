import { z } from "zod";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx, Permission } from "#platform/context.server.ts";
import type { TaskFailure, TwoTexts } from "./task-states.ts";

/** Reply of an endpoint that starts a task. */
export const startsTask = {
  status: 201,
  reply: z.object({ id: z.int().meta({ description: "The task" }) }),
} as const;

/** An additional error of such an endpoint. */
export const tooManyTasks = { 409: "Ten of the caller's own tasks are open" };

/** What a step is given. */
export interface TaskStep<Cursor, Prepared = undefined> {
  /** Where the previous step ended; null in the first. */
  cursor: Cursor | null;
  /** Items done by earlier steps. */
  done: number;
  /** The result of `prepare` for this cursor. */
  prepared: Prepared;
  /** Appends to the file, for kinds that have one. */
  write(part: string | Uint8Array): void;
}

/** What a step has done. */
export interface StepResult<Cursor> {
  /** Where the next step begins, stored as JSON; null when nothing is left. */
  cursor: Cursor | null;
  /** Items that this step did. */
  done: number;
  /** Failed items; the task continues. */
  failures?: TaskFailure[];
  /** A result besides the counts; replaces that of earlier steps. */
  result?: Record<string, unknown>;
}

/** The file at the end. */
export interface TaskFile {
  /** Name of the download, in any letters. Characters that some file systems refuse are replaced. */
  name: string;
  type: string;
  /** Builds the file from the output of the steps; by default the output is the file. */
  finish?(written: string, file: string): Promise<void>;
}

/** A kind of task. It runs as its starter, with their present permissions. */
export interface TaskKind<Input = unknown, Cursor = unknown, Prepared = undefined> {
  kind: string;
  permission: Permission;
  /** Contains personal data: needs a fresh sign-in to start it and to download its file. */
  personal?: boolean;
  /**
   * The consequence of a decision made at its start: it cannot be stopped, continues without its starter, and never
   * gives up.
   */
  mustEnd?: boolean;
  input: z.ZodType<Input>;
  /** The part of the input for the audit log, if not all of it. */
  audited?(input: Input): Record<string, unknown>;
  title(input: Input, locale: Locale, ctx: Ctx): string | Promise<string>;
  /** Counts the items. Throws ValidationError or Conflict when the task cannot be started. */
  total?(ctx: Ctx, input: Input): Promise<number>;
  /**
   * Fetches data for the step from others, such as the card provider, outside any transaction. Changes nothing that is
   * not safe to interrupt.
   */
  prepare?(ctx: Ctx, input: Input, cursor: Cursor | null): Promise<Prepared>;
  /**
   * A small part that takes a second at most. Its transaction also saves the cursor, so its writes to the database,
   * emails and jobs included, happen once, however often the process dies. It must do nothing outside the transaction.
   */
  step(ctx: Ctx, input: Input, step: TaskStep<Cursor, Prepared>): Promise<StepResult<Cursor>>;
  /** `title` is the task's title in that language. */
  file?(input: Input, locale: Locale, now: Date, title: string): TaskFile;
}

/** Any kind, as listed in `src/tasks.ts`. */
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
