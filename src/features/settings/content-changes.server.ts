import { onCommit, type Ctx } from "#platform/context.server.ts";

/** The channel on which every process hears that content has changed. */
export const contentChannel = "content_changed";

const forgetters = new Set<() => void>();

/** Registers what this process keeps of the content (settings, page meta), to be dropped with the pages. */
export function dropOnContentChange(forget: () => void): void {
  forgetters.add(forget);
}

/** Drops everything this process keeps; called for each notification on the channel. */
export function forgetContent(): void {
  for (const forget of forgetters) forget();
}

/** Tells every process, on commit of the open transaction; this one at once after it, also where there is no NOTIFY. */
export async function contentChanged(ctx: Ctx): Promise<void> {
  onCommit(ctx, forgetContent);
  await ctx.database.notify(contentChannel);
}
