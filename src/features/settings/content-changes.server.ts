import { onCommit, type Ctx } from "#platform/context.server.ts";
import { notify } from "#platform/db/database.server.ts";
import type { Answers } from "#platform/answer-cache.server.ts";

export const contentChannel = "content_changed";
export const seatsChannel = "seats_changed";

const listeners = new Set<() => void>();

/** Registers a function that is called in this process whenever content changes. */
export function onContentChanged(invalidate: () => void): void {
  listeners.add(invalidate);
}

export function invalidateContentCaches(answers?: Answers): void {
  for (const invalidate of listeners) invalidate();
  answers?.content.invalidate();
  answers?.seats.invalidate();
}

/**
 * Tells every process that content has changed, when the open transaction commits. This process is notified directly,
 * also without NOTIFY.
 */
export async function announceContentChange(ctx: Ctx): Promise<void> {
  onCommit(ctx, () => invalidateContentCaches(ctx.answers));
  await notify(ctx.db, contentChannel);
}

/** Does the same as `announceContentChange` for seats that were held, sold or released. Cached pages stay valid. */
export async function announceSeatChange(ctx: Ctx): Promise<void> {
  onCommit(ctx, () => ctx.answers?.seats.invalidate());
  await notify(ctx.db, seatsChannel);
}

/**
 * Returns a value that is the same for everyone from the cache, else from `read`, which gets a clock that stands still.
 * `until` tells when the value expires even if nothing changes. Inside a transaction the value is always read and never
 * cached.
 */
export async function cachedAnswer<T>(
  ctx: Ctx,
  changesWith: keyof Answers,
  question: readonly unknown[],
  read: (ctx: Ctx) => Promise<T>,
  until: (ctx: Ctx) => Promise<Date | null> = async () => null,
): Promise<T> {
  const now = ctx.now();
  if (!ctx.answers || ctx.afterCommit) return read(ctx);
  const frozenCtx = { ...ctx, now: () => now };
  return ctx.answers[changesWith].get(
    question,
    now,
    () => read(frozenCtx),
    () => until(frozenCtx),
  );
}
