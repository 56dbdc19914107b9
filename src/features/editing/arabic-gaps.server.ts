import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { entities } from "./entities/table.server.ts";
import { newestTexts } from "./items.server.ts";
import { languageState, type LanguageReport } from "./language-state.ts";
import type { Item } from "./revision-rows.server.ts";

export interface ArabicGap extends Item, LanguageReport {
  /** In English. */
  title: string;
}

/** Items whose Arabic is missing or older than the English, with the fields. Throws Unauthenticated, Forbidden. */
export async function listArabicGaps(ctx: Ctx): Promise<ArabicGap[]> {
  requirePermission(ctx, "content.read");
  return (await newestTexts(ctx))
    .map(({ entity, entityId, data, marks }) => {
      const title = entities[entity].title(data).eng;
      return { entity, entityId, title, ...languageState(data, marks) };
    })
    .filter(({ state }) => state !== "complete");
}
