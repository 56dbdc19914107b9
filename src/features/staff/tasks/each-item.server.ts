import type { Locale } from "#i18n/locale.ts";
import { inSavepoint, type Ctx } from "#platform/context.server.ts";
import { Conflict, Forbidden, HttpError, NotFound, RateLimited, ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { inBoth, type StepResult } from "./define.server.ts";
import type { TaskFailure, TwoTexts } from "./task-states.ts";

/** Explains why an item was refused, in both languages. */
function reasonFor(error: HttpError): TwoTexts {
  const message = (locale: Locale): string => {
    if (error instanceof ValidationError) return m.tasks_item_unfinished({}, { locale });
    if (error instanceof Conflict) return m.tasks_item_state({}, { locale });
    if (error instanceof NotFound) return m.tasks_item_gone({}, { locale });
    if (error instanceof Forbidden) return m.tasks_item_forbidden({}, { locale });
    if (error instanceof RateLimited) return m.tasks_item_too_often({}, { locale });
    throw error;
  };
  return inBoth(message);
}

interface Items<Item> {
  items: readonly Item[];
  /** Index of the next item; the task's cursor. */
  from: number | null;
  /** Number of items per step. */
  atOnce: number;
  /** Returns the name of an item for the list of failures. */
  name(item: Item): string | Promise<string>;
  act(ctx: Ctx, item: Item): Promise<void>;
}

/**
 * A task step that calls `act` for each of its items. An item that is refused changes nothing and counts as a failure;
 * the other items are still processed.
 */
export async function doEach<Item>(ctx: Ctx, work: Items<Item>): Promise<StepResult<number>> {
  const { items, atOnce, name, act } = work;
  const from = work.from ?? 0;
  const stepItems = items.slice(from, from + atOnce);
  const failures: TaskFailure[] = [];
  for (const item of stepItems)
    try {
      // `act` may throw after its first change, so each item has its own savepoint.
      await inSavepoint(ctx, (ctx) => act(ctx, item));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      failures.push({ what: await name(item), why: reasonFor(error) });
    }
  const end = from + stepItems.length;
  return { cursor: end < items.length ? end : null, done: stepItems.length - failures.length, failures };
}
