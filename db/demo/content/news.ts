import stories from "./news.json" with { type: "json" };
import type { DemoNews } from "./types.ts";

/** A body is a list of its blocks. */
type Story = Omit<DemoNews, "body_eng" | "body_ar"> & { body_eng: string[]; body_ar: string[] };

/** The demo stories, newest first; palettes are dealt so that neighbours in a row or a column of three differ. */
export const demoNews: DemoNews[] = (stories as Story[]).map(({ body_eng, body_ar, ...story }) => ({
  ...story,
  body_eng: body_eng.join("\n"),
  body_ar: body_ar.join("\n"),
}));
