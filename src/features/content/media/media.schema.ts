import { z } from "zod";

/** Only types of this file reach the browser. */
export const imageDetails = z
  .object({
    focal_x: z.int().describe("Focal point in per cent from the left: stays visible however the picture is cut."),
    focal_y: z.int().describe("Focal point in per cent from the top."),
    alt_eng: z.string(),
    alt_ar: z.string(),
  })
  .nullable()
  .optional()
  .describe("Details of a picture in the media library; null for other pictures.");
