import { onCommit, type Ctx } from "#platform/context.server.ts";
import { notify } from "#platform/db/database.server.ts";

export const contentChannel = "content_changed";

const listeners = new Set<() => void>();

export function onContentChanged(invalidate: () => void): void {
  listeners.add(invalidate);
}

export function invalidateContentCaches(): void {
  for (const invalidate of listeners) invalidate();
}

/** Notifies every process on commit of the open transaction; this one directly, also without NOTIFY. */
export async function contentChanged(ctx: Ctx): Promise<void> {
  onCommit(ctx, invalidateContentCaches);
  await notify(ctx.db, contentChannel);
}
