import type { Ctx } from "#platform/context.server.ts";

/** Where the tiles of the street map come from, and what it shows. */
export interface OfficeMap {
  /** With `{z}`, `{x}` and `{y}`. */
  tiles: string;
  /** Latitude and longitude of the office. */
  point: [number, number];
  /** Plain text, possibly empty. */
  attribution: string;
}

/** The street map of the contact page, or null while the operator names no tiles. */
export function officeMap({ env }: Pick<Ctx, "env">): OfficeMap | null {
  const [latitude, longitude] = env.MAP_POINT ?? [];
  if (!env.MAP_TILES_URL || latitude === undefined || longitude === undefined) return null;
  return { tiles: env.MAP_TILES_URL, point: [latitude, longitude], attribution: env.MAP_ATTRIBUTION ?? "" };
}
