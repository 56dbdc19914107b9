/** The eight palettes of the pictures, and what the pictures show. */

export type Motif = "cross" | "ecg" | "molecule" | "radar" | "helix" | "wells" | "flow" | "frond" | "rosette" | "plain";
export type PaletteName = "palm" | "night" | "khuzama" | "oasis" | "limestone" | "mint" | "lilac" | "dawn";

export interface Palette {
  ground: string;
  ground2: string; // background gradient
  line: string; // lattice hairlines
  tile: string; // lit tiles
  accent: string; // the medical line
  spark: string; // one small highlight
  dark: boolean;
}

export const palettes: Record<PaletteName, Palette> = {
  palm: {
    ground: "#0B4A41",
    ground2: "#062B27",
    line: "#7FCDBD",
    tile: "#17897A",
    accent: "#F4EFE3",
    spark: "#F2BE5C",
    dark: true,
  },
  night: {
    ground: "#0A2A2B",
    ground2: "#051514",
    line: "#5FA99C",
    tile: "#0F5F55",
    accent: "#A9EBDD",
    spark: "#F2BE5C",
    dark: true,
  },
  khuzama: {
    ground: "#3B2C66",
    ground2: "#1F1738",
    line: "#B9A6EA",
    tile: "#6D54B0",
    accent: "#F4EFE3",
    spark: "#F2BE5C",
    dark: true,
  },
  oasis: {
    ground: "#128271",
    ground2: "#0B5449",
    line: "#C4EDE3",
    tile: "#0C5F54",
    accent: "#FFFFFF",
    spark: "#F7CF7E",
    dark: true,
  },
  limestone: {
    ground: "#F7F3EA",
    ground2: "#EBE4D5",
    line: "#A89A7C",
    tile: "#DDD2BA",
    accent: "#0C564C",
    spark: "#C9821A",
    dark: false,
  },
  mint: {
    ground: "#EAF6F2",
    ground2: "#CFE9E1",
    line: "#4FA595",
    tile: "#A9DACD",
    accent: "#0B4A41",
    spark: "#7C62C4",
    dark: false,
  },
  lilac: {
    ground: "#F3EFFC",
    ground2: "#DED3F5",
    line: "#8F78CB",
    tile: "#C9B8EE",
    accent: "#3B2C66",
    spark: "#0E6E60",
    dark: false,
  },
  dawn: {
    ground: "#FCF0D8",
    ground2: "#F3D59B",
    line: "#B58A3C",
    tile: "#EEC370",
    accent: "#0B4A41",
    spark: "#6D54B0",
    dark: false,
  },
};

/** Those a cover may be given, in the order seeds pick from. */
export const coverPalettes: PaletteName[] = ["palm", "limestone", "khuzama", "mint", "oasis", "lilac", "night", "dawn"];
