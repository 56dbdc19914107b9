import type { Ctx } from "#platform/context.server.ts";
import type { Found, Kind } from "./search.ts";

/** One ranked search over courses, pages, news and questions, in both languages; `type` narrows the hits, not the counts. */
export async function searchSite(_ctx: Ctx, _input: { q: string; type?: Kind | undefined }): Promise<Found> {
  return { total: 0, groups: [], didYouMean: null };
}
