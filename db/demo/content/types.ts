import type { PaletteName } from "#ui/art/palettes.ts";

/** One story. Bodies are safe HTML: p, h2, ul, li, strong, and a with a path inside the site as its href. */
export interface DemoNews {
  slug: string;
  title_eng: string;
  title_ar: string;
  /** One or two sentences of plain text; the lead of the story and its line in a list. */
  excerpt_eng: string;
  excerpt_ar: string;
  body_eng: string;
  body_ar: string;
  /** Days between publishing and the day of loading; every story has its own. */
  daysAgo: number;
  /** Place in the popular slider. */
  popular?: 1 | 2 | 3 | 4;
  /** Of its picture. */
  palette?: PaletteName;
}

/** A question and its answer (safe HTML as in a story); the order of the list is the order on the page. */
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
 * A page of text; descriptions are safe HTML as in a story, and core values an `ol` whose items begin with a `strong`
 * name.
 */
export interface DemoStaticPage {
  slug: StaticPageSlug;
  heading_eng: string;
  heading_ar: string;
  description_eng: string;
  description_ar: string;
  /** Shown above the two legal pages: the day the text applies from, `YYYY-MM-DD`. */
  updated_on?: string;
}

/** Someone to talk to: title is what they answer for. Names are a first name and an initial, and no one real. */
export interface DemoTeamMember {
  title_eng: string;
  title_ar: string;
  name_eng: string;
  name_ar: string;
  email: string;
}

/** The text beside the contact form, safe HTML that may hold `bdi`; the e-mail address comes from the settings. */
export interface DemoContactInfo {
  contactInfoEng: string;
  contactInfoAr: string;
}

/** A row of the supplier's module tables. */
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

/** A slide of the home banner; `file` is the picture's name without width and format. */
export interface DemoBanner {
  slug: "home";
  file: string;
  title_eng: string;
  title_ar: string;
}
