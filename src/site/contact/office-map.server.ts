import type { Ctx } from "#platform/context.server.ts";
import type { OfficeMap } from "./map-source.ts";

/** The street map of the contact page, or null while the operator names no tiles. */
export function officeMap({ env }: Pick<Ctx, "env">): OfficeMap | null {
  const [latitude, longitude] = env.MAP_POINT ?? [];
  if (!env.MAP_TILES_URL || latitude === undefined || longitude === undefined) return null;
  return { tiles: env.MAP_TILES_URL, point: [latitude, longitude], attribution: env.MAP_ATTRIBUTION ?? "" };
}
