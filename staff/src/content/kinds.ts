/**
 * How the portal shows each kind of content: its icon, its form and the fields beside the form. kinds.test.ts compares
 * the fields with the schema.
 */
import { type NameIn } from "../messages.ts";
import { courseCategories } from "../../../src/features/catalogue/filters.ts";
import { moduleGroups } from "../../../src/features/content/content.ts";
import { forms, type FormField } from "../../../src/features/content/entities/forms.ts";
import type { ShippedFolder } from "../../../src/features/content/media/media-record.ts";
import type { EntityName } from "../../../src/features/content/entities/revision-entities.ts";
import type { Language } from "../../../src/features/content/editing/revision-diff.ts";
import type { StaffPermission } from "../../../src/features/people/permissions.ts";
import type { IconName } from "../parts/portal-icon-names.ts";

/** A field with one value, not a value per language. */
export interface PlainField {
  name: string;
  type: "slug" | "link" | "email" | "position" | "date" | "switch";
  isRequired?: boolean;
  maxLength?: number;
}
export interface ChoiceField {
  name: string;
  type: "choice";
  /** Their labels are the messages `staff_content_choices_<name>_<value>`. */
  values: readonly string[];
}
export interface PictureField {
  name: string;
  type: "picture";
}
export type Field = FormField | PlainField | ChoiceField | PictureField;

export interface Section {
  name: NameIn<"content_sections">;
  fields: readonly FormField[];
}

export interface Kind {
  icon: IconName;
  area: "content" | "courses";
  sections: readonly Section[];
  /** Fields beside the texts: slug, picture. */
  aside: Field[];
  /**
   * What the dialog for a new item asks for besides its title: one of the fixed pages, a slug, or a type and a slug. A
   * kind with the field `slug` needs no entry here, because the dialog asks for that too.
   */
  asksFor?: "page" | "module" | "page-meta";
  isAlwaysOnSite?: boolean;
  /** Which items staff can put in order in the list: all, or only the popular ones. None if undefined. */
  order?: "all" | "popular";
  /** Whether items can be duplicated. Not if they have a fixed URL, or a picture that no other item may use. */
  canDuplicate?: true;
  /** Id of the item, if the kind has only one. */
  single?: string;
}

const slug: PlainField = { type: "slug", name: "slug", maxLength: 80, isRequired: true };
const picture: PictureField = { type: "picture", name: "image" };

export const kinds: Record<EntityName, Kind> = {
  course: {
    icon: "graduation-cap",
    area: "courses",
    canDuplicate: true,
    sections: forms.course,
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
    canDuplicate: true,
    sections: forms.news,
    aside: [
      picture,
      slug,
      { type: "link", name: "link", maxLength: 300 },
      { type: "position", name: "popular_position" },
    ],
    order: "popular",
  },
  page: {
    icon: "file-text",
    area: "content",
    asksFor: "page",
    isAlwaysOnSite: true,
    sections: forms.page,
    aside: [{ type: "date", name: "updated_on" }],
  },
  faq: {
    icon: "message-square-text",
    area: "content",
    canDuplicate: true,
    sections: forms.faq,
    aside: [],
    order: "all",
  },
  banner: {
    icon: "image",
    area: "content",
    sections: forms.banner,
    aside: [picture],
    order: "all",
  },
  team: {
    icon: "users",
    area: "content",
    canDuplicate: true,
    sections: forms.team,
    aside: [picture, { type: "email", name: "email", isRequired: true }],
    order: "all",
  },
  trainer: {
    icon: "presentation",
    area: "courses",
    sections: forms.trainer,
    aside: [picture],
  },
  module: {
    icon: "layout-grid",
    area: "content",
    canDuplicate: true,
    asksFor: "module",
    sections: forms.module,
    aside: [{ type: "choice", name: "group", values: moduleGroups }],
    order: "all",
  },
  "page-meta": {
    icon: "search",
    area: "content",
    asksFor: "page-meta",
    sections: forms["page-meta"],
    aside: [],
  },
  featured: {
    icon: "star",
    area: "courses",
    single: "featured:home",
    isAlwaysOnSite: true,
    sections: forms.featured,
    aside: [],
  },
};

/** The kinds on the portal's screen "News and pages", in the order of its tabs. */
export const pageKinds = ["news", "page", "faq", "banner", "team", "trainer", "module", "page-meta"] as const;

export const writePermission = (entity: EntityName): StaffPermission => `${kinds[entity].area}.write`;
export const publishPermission = (entity: EntityName): StaffPermission => `${kinds[entity].area}.publish`;

export type Data = Record<string, unknown>;
export const getText = (data: Data, field: string, language: Language): string => {
  const value = data[`${field}_${language}`];
  return typeof value === "string" ? value : "";
};

/** Finds the names of the required texts that are still empty in a language. */
export const findEmptyTexts = (entity: EntityName, data: Data, language: Language): string[] =>
  kinds[entity].sections
    .flatMap(({ fields }) => fields)
    .filter((field) => (field.type === "text" || field.type === "html") && field.isRequired)
    .map(({ name }) => name)
    .filter((name) => getText(data, name, language) === "");

/** Splits `summary_ar` into field and language. The language is null if the field has none. */
export function splitKey(key: string): { field: string; language: Language | null } {
  const [, field = key, language] = /^(.+)_(eng|ar)$/.exec(key) ?? [];
  return { field, language: (language as Language | undefined) ?? null };
}

/** URL of a small version of a picture. The names of uploaded pictures are `u-<key>`. */
export function getPictureAddress(entity: string, image: string): string {
  const key = /^u-([0-9a-f]{32})$/.exec(image)?.[1];
  if (key) return `/media/u/${key}-480.webp`;
  return `/admin/images/${pictureFolders[entity]}/${image}-${entity === "banner" ? 960 : 416}.webp`;
}

/** Folders of the pictures that ship with a kind of content. */
export const pictureFolders: Partial<Record<string, ShippedFolder>> = {
  course: "courses",
  news: "news",
  banner: "banners",
};
