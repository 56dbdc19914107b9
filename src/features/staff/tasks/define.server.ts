import { z } from "zod";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx, Permission } from "#platform/context.server.ts";
import type { TaskFailure, TwoTexts } from "./task-states.ts";

/** How an endpoint that starts long work answers. */
export const startsTask = {
  status: 201,
  reply: z.object({ id: z.int().meta({ description: "The task" }) }),
} as const;

/** Its refusal beside those of the change itself. */
export const tooManyTasks = { 409: "Ten of the caller's own tasks are open" };

/** What a step is given. */
export interface TaskStep<Cursor, Prepared = undefined> {
  /** Where the step before ended; null in the first. */
  cursor: Cursor | null;
  /** Items done by the steps before. */
  done: number;
  /** What `prepare` found for this cursor. */
  prepared: Prepared;
  /** Adds to the file, for kinds that have one. */
  write(part: string | Uint8Array): void;
}

/** What a step has done. */
export interface StepResult<Cursor> {
  /** Where the next step begins, kept as JSON; null when nothing is left. */
  cursor: Cursor | null;
  /** Items that this step did. */
  done: number;
  /** Items that it could not do; the work goes on. */
  failures?: TaskFailure[];
  /** What there is to say beside the counts; replaces that of the steps before. */
  result?: Record<string, unknown>;
}

/** The file at the end. */
export interface TaskFile {
  /** The download's name, of any letters. Characters that some file system refuses are replaced. */
  name: string;
  type: string;
  /** Makes the file of what the steps wrote; without it, that is the file. */
  finish?(written: string, file: string): Promise<void>;
}

/** A kind of long work. It runs as its starter, with the permissions they have by then. */
export interface TaskKind<Input = unknown, Cursor = unknown, Prepared = undefined> {
  kind: string;
  permission: Permission;
  /** Holds personal data: a fresh sign-in to start it, and again to take its file. */
  personal?: boolean;
  /**
   * A consequence of what was decided when it was started: it can't be stopped, goes on without its starter, and never
   * gives up.
   */
  mustEnd?: boolean;
  input: z.ZodType<Input>;
  /** What the audit log keeps of the input, where that is not all of it. */
  audited?(input: Input): Record<string, unknown>;
  title(input: Input, locale: Locale, ctx: Ctx): string | Promise<string>;
  /** How many items there are. What cannot be started is refused here, as ValidationError or Conflict. */
  total?(ctx: Ctx, input: Input): Promise<number>;
  /**
   * Asks others, such as the card provider, for what the step needs: outside of any transaction. Changes nothing, but
   * by what is safe to be cut off.
   */
  prepare?(ctx: Ctx, input: Input, cursor: Cursor | null): Promise<Prepared>;
  /**
   * A small part, in a second at most. Its transaction also keeps the cursor, so what it writes to the database, mails
   * and jobs included, happens once, however often the process dies. Must do nothing outside of it.
   */
  step(ctx: Ctx, input: Input, step: TaskStep<Cursor, Prepared>): Promise<StepResult<Cursor>>;
  /** `title` is the task's, in that language. */
  file?(input: Input, locale: Locale, now: Date, title: string): TaskFile;
}

/** Any kind, as the table of contents holds it. */
export interface AnyTaskKind extends Omit<TaskKind<never, never>, "input" | "prepare" | "step"> {
  input: z.ZodType;
  prepare?(ctx: Ctx, input: never, cursor: never): Promise<unknown>;
  step(ctx: Ctx, input: never, step: TaskStep<never, never>): Promise<StepResult<unknown>>;
}

/** Names a kind of long work; add it to `src/tasks.ts`. */
export const defineTask = <Input, Cursor, Prepared = undefined>(
  kind: TaskKind<Input, Cursor, Prepared>,
): TaskKind<Input, Cursor, Prepared> => kind;

/** A text in both languages, of a message or another function of the language. */
export const inBoth = (text: (locale: Locale) => string): TwoTexts => ({ eng: text("en"), ar: text("ar") });
