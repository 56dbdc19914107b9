import { callStaff } from "../api.ts";
import type { FullMedia, Media } from "./media.ts";

/** The texts and the focal point of an upload. */
export interface MediaTexts {
  name: string;
  alt_eng: string;
  alt_ar: string;
  decorative: boolean;
  focal_x: number;
  focal_y: number;
}

export const toMediaTexts = ({ name, alt_eng, alt_ar, decorative, focal_x, focal_y }: Media): MediaTexts => ({
  name,
  alt_eng,
  alt_ar,
  decorative,
  focal_x,
  focal_y,
});

/** Saves the texts of an upload. Throws StaffApiError: 409 with `current` if someone else has saved since `version`. */
export const saveMedia = (id: number, version: number, texts: MediaTexts): Promise<FullMedia> =>
  callStaff("PUT /api/staff/media/:id", { id, ...texts, version });
