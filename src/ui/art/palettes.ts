/** The eight palettes of the generated pictures, and their motifs. */

export type Motif = "cross" | "ecg" | "molecule" | "radar" | "helix" | "wells" | "flow" | "frond" | "rosette" | "plain";
export type PaletteName = "palm" | "night" | "khuzama" | "oasis" | "limestone" | "mint" | "lilac" | "dawn";

export interface Palette {
  background: string;
  line: string; // lattice hairlines
  tile: string; // lit tiles
  accent: string; // the medical line
  dark: boolean;
}

export const palettes: Record<PaletteName, Palette> = {
  palm: { background: "#0B4A41", line: "#7FCDBD", tile: "#17897A", accent: "#F4EFE3", dark: true },
  night: { background: "#0A2A2B", line: "#5FA99C", tile: "#0F5F55", accent: "#A9EBDD", dark: true },
  khuzama: { background: "#3B2C66", line: "#B9A6EA", tile: "#6D54B0", accent: "#F4EFE3", dark: true },
  oasis: { background: "#128271", line: "#C4EDE3", tile: "#0C5F54", accent: "#FFFFFF", dark: true },
  limestone: { background: "#F7F3EA", line: "#A89A7C", tile: "#DDD2BA", accent: "#0C564C", dark: false },
  mint: { background: "#EAF6F2", line: "#4FA595", tile: "#A9DACD", accent: "#0B4A41", dark: false },
  lilac: { background: "#F3EFFC", line: "#8F78CB", tile: "#C9B8EE", accent: "#3B2C66", dark: false },
  dawn: { background: "#FCF0D8", line: "#B58A3C", tile: "#EEC370", accent: "#0B4A41", dark: false },
};

/** The palettes of avatars. Their order decides which one a seed selects. */
export const avatarPalettes: PaletteName[] = [
  "palm",
  "limestone",
  "khuzama",
  "mint",
  "oasis",
  "lilac",
  "night",
  "dawn",
];
