import { onCommit, type Ctx } from "#platform/context.server.ts";

export const contentChannel = "content_changed";

const listeners = new Set<() => void>();

export function onContentChanged(forget: () => void): void {
  listeners.add(forget);
}

export function invalidateContentCaches(): void {
  for (const forget of listeners) forget();
}

/** Notifies every process on commit of the open transaction; this one directly, also without NOTIFY. */
export async function contentChanged(ctx: Ctx): Promise<void> {
  onCommit(ctx, invalidateContentCaches);
  await ctx.database.notify(contentChannel);
}
