import heads from "./page-meta.json" with { type: "json" };

/**
 * Title, description and keywords of a page, by the `type` and `slug` that `get-meta-information` receives: one entry
 * for the first segment of every route in the specification's table (`home` for `/`), in its order.
 * A course (`type: "course"`) and a news item have none here: theirs derive from their own name, summary and subject.
 */
export const demoPageMeta = heads.map((head) => ({
  ...head,
  type: "page" as const,
  title_eng: `${head.title_eng} · Nama Health`,
  title_ar: `${head.title_ar} · نماء الصحية`,
}));
