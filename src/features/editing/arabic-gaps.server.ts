import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { entities } from "./entities/table.server.ts";
import { newestTexts } from "./items.server.ts";
import { languageState, type LanguageReport } from "./language-state.ts";
import { entityNames } from "./revision-entities.ts";
import type { Item } from "./revision-rows.server.ts";

export interface ArabicGap extends Item, LanguageReport {
  title: string;
}

/** Items whose Arabic is missing or older than the English, with the fields. Throws Unauthenticated, Forbidden. */
export async function listArabicGaps(ctx: Ctx): Promise<ArabicGap[]> {
  requirePermission(ctx, "content.read");
  const gaps: ArabicGap[] = [];
  for (const entity of entityNames) {
    for (const { entityId, data, marks } of await newestTexts(ctx, entity)) {
      const report = languageState(data, marks);
      if (report.state !== "complete") gaps.push({ entity, entityId, title: entities[entity].title(data), ...report });
    }
  }
  return gaps;
}
