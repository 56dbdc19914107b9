import entries from "./page-meta.json" with { type: "json" };

/**
 * Title, description and keywords of a page, by the `type` and `slug` that `get-meta-information` receives: one entry
 * for the first segment of every route in the specification's table (`home` for `/`), in its order.
 * Courses and news items have no entry here: their metadata derives from their own name, summary and subject.
 */
export const demoPageMeta = entries.map((entry) => ({
  ...entry,
  type: "page" as const,
  title_eng: `${entry.title_eng} · Nama Health`,
  title_ar: `${entry.title_ar} · نماء الصحية`,
}));
