import { z } from "zod";

/** Only types of this file reach the browser. */
export const imageDetails = z
  .object({
    focal_x: z.int().describe("Per cent from the left: stays in sight however the picture is cut."),
    focal_y: z.int().describe("Per cent from the top."),
    alt_eng: z.string(),
    alt_ar: z.string(),
  })
  .nullable()
  .optional()
  .describe("Of a picture in the media library; null for others.");
