/**
 * The fields of each kind of content by section of its form. They define the portal's forms and the schema of the
 * texts.
 */
import type { EntityName } from "./revision-entities.ts";

interface Named {
  /** Field name without language suffix; its label is `staff_content_fields_<name>`. */
  name: string;
}
/** A text in both languages, `name_eng` and `name_ar`; Arabic may be missing. */
export interface TextField extends Named {
  type: "text";
  maxLength: number;
  /** English is required for publishing. */
  isRequired: boolean;
  rows: number;
}
export interface HtmlField extends Named {
  type: "html";
  isRequired: true;
}
/**
 * A field that is no single text: `curriculum` and `features` are rows of text pairs, `trainers` and `courses` are
 * selections, `share-image` is the picture of shared links.
 */
interface OtherField extends Named {
  type: "trainers" | "curriculum" | "features" | "courses" | "share-image";
}
export type FormField = TextField | HtmlField | OtherField;

export interface FormSection {
  /** Section name; its title is `staff_content_sections_<name>`. */
  name: string;
  fields: readonly FormField[];
}

const text = <const Name extends string>(name: Name, maxLength: number, rows = 1) =>
  ({ type: "text", name, maxLength, isRequired: true, rows }) as const;
const optionalText = <const Name extends string>(name: Name, maxLength: number, rows = 1) =>
  ({ ...text(name, maxLength, rows), isRequired: false }) as const;
const html = <const Name extends string>(name: Name) => ({ type: "html", name, isRequired: true }) as const;

/** What search results and shared links show in place of the item's own title, text and picture. */
const search = {
  name: "search",
  fields: [
    optionalText("search_title", 120),
    optionalText("search_description", 300, 3),
    { type: "share-image", name: "share_image" },
  ],
} as const;

export const forms = {
  course: [
    { name: "names", fields: [text("name", 200), text("summary", 300, 3), text("subject", 120)] },
    { name: "about_course", fields: [html("about_course")] },
    { name: "curriculum", fields: [{ type: "curriculum", name: "curriculum" }] },
    { name: "prerequisites", fields: [html("prerequisites")] },
    { name: "trainers", fields: [{ type: "trainers", name: "trainer_ids" }] },
    search,
  ],
  news: [
    { name: "names", fields: [text("title", 200, 2), text("excerpt", 500, 3)] },
    { name: "body", fields: [html("body")] },
    search,
  ],
  page: [{ name: "page", fields: [text("heading", 200), html("description")] }],
  faq: [{ name: "faq", fields: [text("heading", 300, 2), html("description")] }],
  banner: [{ name: "names", fields: [text("title", 200, 2)] }],
  team: [{ name: "names", fields: [text("name", 120), text("title", 200)] }],
  trainer: [{ name: "names", fields: [text("name", 120), text("job_title", 200), optionalText("biography", 600, 4)] }],
  module: [
    { name: "names", fields: [text("name", 120), text("description", 500, 3)] },
    { name: "features", fields: [{ type: "features", name: "features" }] },
  ],
  "page-meta": [
    { name: "meta", fields: [text("title", 200), text("description", 400, 3), optionalText("keywords", 400, 2)] },
  ],
  featured: [{ name: "featured", fields: [{ type: "courses", name: "courses" }] }],
} as const satisfies Record<EntityName, readonly FormSection[]>;

/** Names of the text fields of a kind, without language suffix. */
export type TextName<Kind extends EntityName> = Extract<
  (typeof forms)[Kind][number]["fields"][number],
  { type: "text" | "html" }
>["name"];
