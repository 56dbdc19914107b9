export interface OfficeMap {
  /** With `{z}`, `{x}` and `{y}`. */
  tiles: string;
  /** Latitude, longitude. */
  point: [number, number];
  attribution: string;
}
