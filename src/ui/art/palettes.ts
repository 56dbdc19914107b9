/** The eight palettes of the pictures, and what they draw. */

export type Motif = "cross" | "ecg" | "molecule" | "radar" | "helix" | "wells" | "flow" | "frond" | "rosette" | "plain";
export type PaletteName = "palm" | "night" | "khuzama" | "oasis" | "limestone" | "mint" | "lilac" | "dawn";

export interface Palette {
  ground: string;
  ground2: string; // background gradient
  line: string; // lattice hairlines
  tileA: string;
  tileB: string; // lit tiles
  accent: string; // the medical line
  spark: string; // one small highlight
  dark: boolean;
}

export const palettes: Record<PaletteName, Palette> = {
  palm: {
    ground: "#0B4A41",
    ground2: "#062B27",
    line: "#7FCDBD",
    tileA: "#17897A",
    tileB: "#B9A6EA",
    accent: "#F4EFE3",
    spark: "#F2BE5C",
    dark: true,
  },
  night: {
    ground: "#0A2A2B",
    ground2: "#051514",
    line: "#5FA99C",
    tileA: "#0F5F55",
    tileB: "#8A70CC",
    accent: "#A9EBDD",
    spark: "#F2BE5C",
    dark: true,
  },
  khuzama: {
    ground: "#3B2C66",
    ground2: "#1F1738",
    line: "#B9A6EA",
    tileA: "#6D54B0",
    tileB: "#5FC2AF",
    accent: "#F4EFE3",
    spark: "#F2BE5C",
    dark: true,
  },
  oasis: {
    ground: "#128271",
    ground2: "#0B5449",
    line: "#C4EDE3",
    tileA: "#0C5F54",
    tileB: "#DCF2EC",
    accent: "#FFFFFF",
    spark: "#F7CF7E",
    dark: true,
  },
  limestone: {
    ground: "#F7F3EA",
    ground2: "#EBE4D5",
    line: "#A89A7C",
    tileA: "#DDD2BA",
    tileB: "#BFE3D9",
    accent: "#0C564C",
    spark: "#C9821A",
    dark: false,
  },
  mint: {
    ground: "#EAF6F2",
    ground2: "#CFE9E1",
    line: "#4FA595",
    tileA: "#A9DACD",
    tileB: "#DCD0F6",
    accent: "#0B4A41",
    spark: "#7C62C4",
    dark: false,
  },
  lilac: {
    ground: "#F3EFFC",
    ground2: "#DED3F5",
    line: "#8F78CB",
    tileA: "#C9B8EE",
    tileB: "#BFE3D9",
    accent: "#3B2C66",
    spark: "#0E6E60",
    dark: false,
  },
  dawn: {
    ground: "#FCF0D8",
    ground2: "#F3D59B",
    line: "#B58A3C",
    tileA: "#EEC370",
    tileB: "#FBF6EA",
    accent: "#0B4A41",
    spark: "#6D54B0",
    dark: false,
  },
};

/** Those a cover may be given, in the order seeds pick from. */
export const coverPalettes: PaletteName[] = ["palm", "limestone", "khuzama", "mint", "oasis", "lilac", "night", "dawn"];
