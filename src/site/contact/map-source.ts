/** SVG paths of the map's pin. Its tip is at 0, 54; its ring has radius 30 around 0, -4. */
export const pin = {
  drop: "M0 54C-9 34-30 22-30-4a30 30 0 1 1 60 0C30 22 9 34 0 54z",
  star: "M0-22l5.300 5.300h7.400v7.400L18-4l-5.300 5.300v7.400H5.300L0 14l-5.300-5.300h-7.400V1.300L-18-4l5.300-5.300v-7.400h7.400z",
};

export interface OfficeMap {
  /** Address of a tile, with `{z}`, `{x}` and `{y}`. */
  tiles: string;
  /** Latitude, longitude. */
  point: [number, number];
  attribution: string;
}
