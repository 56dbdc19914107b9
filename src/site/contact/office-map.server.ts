import type { Ctx } from "#platform/context.server.ts";
import type { OfficeMap } from "./map-source.ts";

/** Null unless the operator configured map tiles and the office's coordinates. */
export function officeMap({ env }: Pick<Ctx, "env">): OfficeMap | null {
  const [latitude, longitude] = env.MAP_POINT ?? [];
  if (!env.MAP_TILES_URL || latitude === undefined || longitude === undefined) return null;
  return { tiles: env.MAP_TILES_URL, point: [latitude, longitude], attribution: env.MAP_ATTRIBUTION ?? "" };
}
