/** In pixels; read by the programs that draw the pictures and by the pages that show them. */
export interface PictureShape {
  /** Between a picture's name and its width in the file's name. */
  suffix: string;
  width: number;
  height: number;
  widths: readonly number[];
}

/**
 * For a quarter of a desktop, a phone's width at two pixels a point, and dense desktops; 560, the drawing's own width,
 * is no lighter than 720.
 */
export const galleryShape: PictureShape = { suffix: "", width: 560, height: 420, widths: [320, 720, 1120] };
export const newsTile: PictureShape = { suffix: "", width: 640, height: 400, widths: [320, 416, 720, 960] };
export const newsLead: PictureShape = { suffix: "-lead", width: 900, height: 560, widths: [720, 900, 1350] };
/** The Arabic banner has its subject at the left; on phones both languages share one. */
export const bannerWide: PictureShape = { suffix: "", width: 1440, height: 760, widths: [960, 1440, 1920] };
export const bannerWideArabic: PictureShape = { ...bannerWide, suffix: "-ar" };
export const bannerMobile: PictureShape = { suffix: "-mobile", width: 780, height: 800, widths: [480, 780] };
