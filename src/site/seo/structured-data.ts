import type { Course } from "#features/catalogue/course.ts";
import type { Faq, NewsItem } from "#features/content/content.ts";
import type { PublicSettings } from "#features/settings/settings.ts";
import { labelText, type MessageSet } from "#i18n/label.tsx";
import { withoutLocale, type Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { faqLd, newsLd } from "./content-ld.ts";
import { courseLd } from "./course-ld.ts";
import { isIndexed } from "./indexing.ts";
import { breadcrumbs, ldJson, organization, website, type LdNode, type LdPlace } from "./ld.ts";

export interface RootData {
  settings: PublicSettings;
  head: {
    meta: { title: string };
    name: string;
    path: string;
    locale: Locale;
    baseUrl: string;
    share: string;
    isPreview: boolean;
  };
}

interface PageData {
  "site/pages/course-detail"?: { course: Course; taxPercent: number } | null;
  "features/content/pages/news-story"?: { story: NewsItem } | null;
  "features/content/pages/faq"?: { questions: Faq[] } | null;
}

const companyPages = new Set(["/", "/about-us", "/about-us-arabic", "/contact-us"]);

function sectionOf(path: string, locale: Locale, set: MessageSet): { name: string; path: string } | null {
  if (path.startsWith("/courses/"))
    return { name: labelText("courses", locale, set, m.catalogue_courses({}, { locale })).text, path: "/courses" };
  if (path.startsWith("/news/")) return { name: m.content_news({}, { locale }), path: "/news" };
  if (["/mission", "/vision", "/core-values", "/what-we-do", "/about-us-arabic"].includes(path))
    return { name: m.content_about({}, { locale }), path: "/about-us" };
  return null;
}

function nodesOf({ settings, head }: RootData, pages: PageData): LdNode[] {
  const { share, locale } = head;
  const place: LdPlace = { origin: head.baseUrl, locale };
  const path = withoutLocale(head.path).replace(/(?<=.)\/+$/, "");
  const section = sectionOf(path, locale, settings.messageSet);
  const detail = pages["site/pages/course-detail"];
  const story = pages["features/content/pages/news-story"];
  const questions = pages["features/content/pages/faq"]?.questions;
  return [
    ...(companyPages.has(path) ? [organization(place, settings)] : []),
    ...(path === "/"
      ? [website(place)]
      : [breadcrumbs(place, [...(section ? [section] : []), { name: head.name, path }])]),
    ...(detail ? [courseLd(place, { ...detail, share })] : []),
    ...(story ? [newsLd(place, { ...story, share })] : []),
    ...(questions?.length ? [faqLd(place, questions)] : []),
  ];
}

/** Empty for pages that are not indexed. Made during rendering, to stay out of browser code and data. */
export function structuredData(loaderData: Record<string, unknown>): string {
  const root = loaderData["root"] as RootData | null | undefined;
  if (!root || root.head.isPreview || !isIndexed(root.head.path)) return "";
  return ldJson(nodesOf(root, loaderData as PageData));
}
