/** TypeScript types of content in the staff API, and the portal path of a list. */
import type { z } from "zod";
import type { EntityName } from "../../../src/features/content/entities/revision-entities.ts";
import type { oneItem } from "../../../src/features/content/editing/staff.server.ts";
import type { revisions } from "../../../src/features/content/editing/staff-revisions.server.ts";
import type { Data } from "./kinds.ts";

export type Item = Omit<z.output<typeof oneItem.reply>, "data"> & { data: Data };
export type RevisionLine = z.output<typeof revisions.reply>["data"][number];

/** Returns the portal path of the list of a kind. */
export function kindPath(entity: EntityName): string {
  if (entity === "course") return "/courses";
  return entity === "news" ? "/content" : `/pages/${entity}`;
}
