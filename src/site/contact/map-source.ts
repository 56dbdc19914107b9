/** Where the tiles of the street map come from, and what it shows. */
export interface OfficeMap {
  /** With `{z}`, `{x}` and `{y}`. */
  tiles: string;
  /** Latitude and longitude of the office. */
  point: [number, number];
  /** Plain text, possibly empty. */
  attribution: string;
}
