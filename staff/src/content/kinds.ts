/**
 * What each kind of content consists of, in the order of its form. Limits are those of the server's schema;
 * kinds.test.ts holds them together.
 */
import { type NameIn } from "../messages.ts";
import { courseCategories } from "../../../src/features/catalogue/filters.ts";
import { moduleGroups } from "../../../src/features/content/content.ts";
import type { EntityName } from "../../../src/features/content/editing/revision-entities.ts";
import type { Language } from "../../../src/features/content/editing/revision-diff.ts";
import type { StaffPermission } from "../../../src/features/people/permissions.ts";
import type { IconName } from "../parts/icon-names.ts";

interface Named {
  /** Without language; its label is `staff_content_fields_<name>`. */
  name: string;
}
/** In both languages, `name_eng` and `name_ar`. */
export interface TextField extends Named {
  type: "text";
  most: number;
  isRequired?: boolean;
  rows?: number;
}
export interface HtmlField extends Named {
  type: "html";
  isRequired: true;
}
/** In one language, or in none. */
export interface PlainField extends Named {
  type: "slug" | "link" | "email" | "number" | "place" | "date" | "switch";
  isRequired?: boolean;
  most?: number;
}
export interface ChoiceField extends Named {
  type: "choice";
  /** Labels: `staff_content_choices_<name>_<value>`. */
  values: readonly string[];
}
export interface PictureField extends Named {
  type: "picture";
}
/** Rows of pairs: speakers, days, parts of a module. */
export interface RowsField extends Named {
  type: "speakers" | "curriculum" | "features" | "courses";
}
export type Field = TextField | HtmlField | PlainField | ChoiceField | PictureField | RowsField;

export interface Section {
  /** Its title: `staff_content_sections_<name>`. */
  name: NameIn<"content_sections">;
  fields: Field[];
}

export interface Kind {
  icon: IconName;
  area: "content" | "courses";
  sections: Section[];
  /** Beside the texts: address, picture, place. */
  aside: Field[];
  /** What a new one needs before it can be kept: its own key. */
  key?: "page" | "module" | "page-meta";
  isAlwaysOnSite?: boolean;
  /** There is one of them. */
  single?: string;
}

const text = (name: string, most: number, rows = 1): TextField => ({
  type: "text",
  name,
  most,
  isRequired: true,
  rows,
});
const html = (name: string): HtmlField => ({ type: "html", name, isRequired: true });
const slug: PlainField = { type: "slug", name: "slug", most: 80, isRequired: true };
const picture: PictureField = { type: "picture", name: "image" };
const position: PlainField = { type: "number", name: "position" };

export const kinds: Record<EntityName, Kind> = {
  course: {
    icon: "graduation-cap",
    area: "courses",
    sections: [
      { name: "names", fields: [text("name", 200), text("summary", 300, 3), text("subject", 120)] },
      { name: "about_course", fields: [html("about_course")] },
      { name: "curriculum", fields: [{ type: "curriculum", name: "curriculum" }] },
      { name: "prerequisites", fields: [html("prerequisites")] },
      { name: "speakers", fields: [{ type: "speakers", name: "speakers" }] },
    ],
    aside: [
      picture,
      slug,
      { type: "choice", name: "category", values: courseCategories },
      { type: "switch", name: "disable_course" },
    ],
  },
  news: {
    icon: "newspaper",
    area: "content",
    sections: [
      { name: "names", fields: [text("title", 200, 2), text("excerpt", 500, 3)] },
      { name: "body", fields: [html("body")] },
    ],
    aside: [picture, slug, { type: "link", name: "link", most: 300 }, { type: "place", name: "popular_position" }],
  },
  page: {
    icon: "file-text",
    area: "content",
    key: "page",
    isAlwaysOnSite: true,
    sections: [{ name: "page", fields: [text("heading", 200), html("description")] }],
    aside: [{ type: "date", name: "updated_on" }],
  },
  faq: {
    icon: "message-square-text",
    area: "content",
    sections: [{ name: "faq", fields: [text("heading", 300, 2), html("description")] }],
    aside: [position],
  },
  banner: {
    icon: "image",
    area: "content",
    sections: [{ name: "names", fields: [text("title", 200, 2)] }],
    aside: [picture, position],
  },
  team: {
    icon: "users",
    area: "content",
    sections: [{ name: "names", fields: [text("name", 120), text("title", 200)] }],
    aside: [picture, { type: "email", name: "email", isRequired: true }, position],
  },
  module: {
    icon: "layout-grid",
    area: "content",
    key: "module",
    sections: [
      { name: "names", fields: [text("name", 120), text("description", 500, 3)] },
      { name: "features", fields: [{ type: "features", name: "features" }] },
    ],
    aside: [{ type: "choice", name: "group", values: moduleGroups }, position],
  },
  "page-meta": {
    icon: "search",
    area: "content",
    key: "page-meta",
    sections: [
      {
        name: "meta",
        fields: [
          text("title", 200),
          text("description", 400, 3),
          { type: "text", name: "keywords", most: 400, rows: 2 },
        ],
      },
    ],
    aside: [],
  },
  featured: {
    icon: "star",
    area: "courses",
    single: "featured:home",
    isAlwaysOnSite: true,
    sections: [{ name: "featured", fields: [{ type: "courses", name: "courses" }] }],
    aside: [],
  },
};

/** Kinds of "News and pages", in the order of its views. */
export const pageKinds = ["news", "page", "faq", "banner", "team", "module", "page-meta"] as const;

export const mayWrite = (entity: EntityName): StaffPermission => `${kinds[entity].area}.write`;
export const mayPublish = (entity: EntityName): StaffPermission => `${kinds[entity].area}.publish`;

export type Data = Record<string, unknown>;
export const textOf = (data: Data, field: string, language: Language): string => {
  const value = data[`${field}_${language}`];
  return typeof value === "string" ? value : "";
};

/** Names of the texts of a kind that are still to be written in a language, without those that may be left out. */
export const emptyTexts = (entity: EntityName, data: Data, language: Language): string[] =>
  kinds[entity].sections
    .flatMap(({ fields }) => fields)
    .filter((field) => (field.type === "text" || field.type === "html") && field.isRequired)
    .map(({ name }) => name)
    .filter((name) => textOf(data, name, language) === "");

/** `summary` in which language, or a field in none. */
export function splitKey(key: string): { field: string; language: Language | null } {
  const [, field = key, language] = /^(.+)_(eng|ar)$/.exec(key) ?? [];
  return { field, language: (language as Language | undefined) ?? null };
}

/** Where a picture of a kind lies, small. Uploaded ones are named `u-<key>`. */
export function pictureAddress(entity: string, image: string): string {
  const key = /^u-([0-9a-f]{32})$/.exec(image)?.[1];
  if (key) return `/media/u/${key}-480.webp`;
  const [folder, width] = { course: ["courses", 416], news: ["news", 416], banner: ["banners", 960] }[entity] ?? [];
  return `/admin/images/${folder}/${image}-${width}.webp`;
}
