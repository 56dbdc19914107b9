import type { PaletteName } from "#ui/art/palettes.ts";

/** One story. Bodies are safe HTML: p, h2, ul, li, strong, and a with a path inside the site as its href. */
export interface DemoNews {
  slug: string;
  title_eng: string;
  title_ar: string;
  /** One or two sentences of plain text; shown above the body of the story and below its title in a list. */
  excerpt_eng: string;
  excerpt_ar: string;
  body_eng: string;
  body_ar: string;
  /** Days between publishing and the day of loading; every story has its own. */
  daysAgo: number;
  /** Position in the slider of popular stories. */
  popular?: 1 | 2 | 3 | 4;
  /** Colours of the story's picture. */
  palette?: PaletteName;
}

/** A question and its answer (safe HTML as in a story). */
export interface DemoFaq {
  heading_eng: string;
  heading_ar: string;
  description_eng: string;
  description_ar: string;
}

export type StaticPageSlug =
  | "privacy-policy"
  | "terms-and-conditions"
  | "mission"
  | "vision"
  | "core-values"
  | "what-we-do"
  | "about-us"
  | "about-us-arabic";

/**
 * A page of text. Descriptions are safe HTML as in a story. The description of `core-values` is an `ol` whose items
 * begin with the value's name in `strong`.
 */
export interface DemoStaticPage {
  slug: StaticPageSlug;
  heading_eng: string;
  heading_ar: string;
  description_eng: string;
  description_ar: string;
  /** The day from which the text applies, `YYYY-MM-DD`. Only the two legal pages have and show it. */
  updated_on?: string;
}

/** A contact person. The title says what they are responsible for. Names are invented: a first name and an initial. */
export interface DemoTeamMember {
  title_eng: string;
  title_ar: string;
  name_eng: string;
  name_ar: string;
  email: string;
}

/** The text beside the contact form, safe HTML that may contain `bdi`. The email address comes from the settings. */
export interface DemoContactInfo {
  contactInfoEng: string;
  contactInfoAr: string;
}

/** A module of one of the digital systems; `group` is the system it belongs to. */
export interface DemoModule {
  group: "quality" | "hospital" | "laboratory" | "radar";
  slug: string;
  name_eng: string;
  name_ar: string;
  /** One plain sentence without a full stop. */
  description_eng: string;
  description_ar: string;
  features: {
    eng: string;
    ar: string;
    used_by?: { eng: string; ar: string };
    connects_to?: { eng: string; ar: string };
  }[];
}

/**
 * A slide of the home banner. `slug` is the page that shows it, as the API names it; `file` is the picture's name
 * without width and format.
 */
export interface DemoBanner {
  slug: "home";
  file: string;
  title_eng: string;
  title_ar: string;
}
