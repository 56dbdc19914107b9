import stories from "./news.json" with { type: "json" };
import type { DemoNews } from "./types.ts";

/** A story as the JSON file stores it: its body is a list of HTML blocks. */
type Story = Omit<DemoNews, "body_eng" | "body_ar"> & { body_eng: string[]; body_ar: string[] };

/** The demo stories, newest first; neighbours in a grid of three columns have different palettes. */
export const demoNews: DemoNews[] = (stories as Story[]).map(({ body_eng, body_ar, ...story }) => ({
  ...story,
  body_eng: body_eng.join("\n"),
  body_ar: body_ar.join("\n"),
}));
