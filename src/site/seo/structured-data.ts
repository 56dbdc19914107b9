import type { Faq, NewsItem } from "#features/content/content.schema.server.ts";
import type { PublicSettings } from "#features/settings/settings.ts";
import { labelText, type MessageSet } from "#i18n/label.tsx";
import { withoutLocale, type Locale, localText, localePath } from "#i18n/locale.ts";
import { m } from "#messages";
import { getAvailability, type Course, type RunFacts } from "#features/catalogue/course.ts";
import { amountWithVat } from "#i18n/money.ts";
import { isIndexed } from "./indexing.ts";
import { iconFiles } from "./icon-files.ts";

/** A node of structured data (schema.org), which only the server builds. */
type LdNode = { "@type": string } & Record<string, unknown>;

/** The site's origin and the page's language, from which addresses and texts follow. */
export interface LdPlace {
  /** Without final slash. */
  origin: string;
  locale: Locale;
}

const publicUrl = ({ origin, locale }: LdPlace, path: string) => origin + localePath(path, locale);

const organizationId = (origin: string) => `${origin}/#organization`;

/** The organisation in short, as provider, publisher or author. */
function organizationName({ origin, locale }: LdPlace): LdNode {
  return {
    "@type": "Organization",
    "@id": organizationId(origin),
    name: m.site_name({}, { locale }),
    url: publicUrl({ origin, locale }, "/"),
  };
}

export function organization(
  place: LdPlace,
  settings: Pick<PublicSettings, "addressEng" | "addressAr" | "phone" | "email" | "socialLinks">,
): LdNode {
  const { origin, locale } = place;
  return {
    ...organizationName(place),
    alternateName: m.site_name({}, { locale: locale === "ar" ? "en" : "ar" }),
    description: m.site_tagline({}, { locale }),
    logo: { "@type": "ImageObject", url: origin + iconFiles.large, width: 512, height: 512 },
    email: settings.email,
    telephone: settings.phone,
    address: {
      "@type": "PostalAddress",
      streetAddress: localText(locale, settings.addressEng, settings.addressAr).text,
      addressCountry: "SA",
    },
    ...(settings.socialLinks.length > 0 && { sameAs: settings.socialLinks.map(({ url }) => url) }),
  };
}

export function website(place: LdPlace): LdNode {
  const { origin, locale } = place;
  return {
    "@type": "WebSite",
    "@id": `${publicUrl(place, "/")}#website`,
    url: publicUrl(place, "/"),
    name: m.site_name({}, { locale }),
    inLanguage: locale,
    publisher: { "@id": organizationId(origin) },
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${publicUrl(place, "/search")}?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}

/** `steps` leave out the home page; paths are without language. */
export function breadcrumbs(place: LdPlace, steps: readonly { name: string; path: string }[]): LdNode {
  const items = [{ name: m.site_label_home({}, { locale: place.locale }), path: "/" }, ...steps];
  return {
    "@type": "BreadcrumbList",
    itemListElement: items.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: publicUrl(place, path),
    })),
  };
}

/** Serialises the nodes, escaped so that no text can end the script element or begin another. */
export function ldJson(nodes: readonly LdNode[]): string {
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": nodes });
  return json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const availability = {
  open: "InStock",
  "sold-out": "SoldOut",
  held: "LimitedAvailability",
  closed: "OutOfStock",
  ended: "Discontinued",
} as const;

/** ISO 8601 duration of hours or half hours, such as `PT13H30M`. */
const toDuration = (hours: number) => `PT${Math.floor(hours)}H${hours % 1 ? `${Math.round((hours % 1) * 60)}M` : ""}`;

interface CourseFacts {
  course: Course;
  /** At most two decimals. */
  taxPercent: number;
  /** Path of the Open Graph image. */
  share: string;
}

/** Prices include VAT; only accredited runs have hours. */
export function courseLd(place: LdPlace, { course, taxPercent, share }: CourseFacts): LdNode {
  const localise = (eng: string, ar: string | null) => localText(place.locale, eng, ar).text;
  const url = publicUrl(place, `/courses/${encodeURIComponent(course.slug)}`);
  const instructor = course.speakers.map((speaker) => ({
    "@type": "Person",
    name: localise(speaker.name_eng, speaker.name_ar),
    jobTitle: localise(speaker.title_eng, speaker.title_ar),
  }));

  const toOffer = (run: RunFacts): LdNode => {
    const price = amountWithVat(run.amount, taxPercent);
    return {
      "@type": "Offer",
      "@id": `${url}?run=${run.id}#offer`,
      category: "Paid",
      url: `${url}?run=${run.id}`,
      price,
      priceCurrency: "SAR",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price,
        priceCurrency: "SAR",
        valueAddedTaxIncluded: true,
      },
      availability: `https://schema.org/${availability[getAvailability({ ...run, disable_course: course.disable_course })]}`,
      validThrough: run.end_date,
    };
  };
  const toInstance = (run: RunFacts): LdNode => ({
    "@type": "CourseInstance",
    "@id": `${url}?run=${run.id}#run`,
    name: localise(course.name_eng, course.name_ar),
    courseMode: run.delivery,
    startDate: run.start_date,
    endDate: run.end_date,
    courseSchedule: {
      "@type": "Schedule",
      repeatFrequency: "Daily",
      repeatCount: run.days,
      startDate: run.start_date,
      endDate: run.end_date,
    },
    ...(run.accreditation_status === "accredited" && { courseWorkload: toDuration(run.hours) }),
    location:
      run.delivery === "online"
        ? { "@type": "VirtualLocation", url }
        : {
            "@type": "Place",
            name: localise(run.venue_eng, run.venue_ar),
            address: run.address_eng
              ? `${localise(run.address_eng, run.address_ar)}${place.locale === "ar" ? "، " : ", "}${localise(run.venue_eng, run.venue_ar)}`
              : localise(run.venue_eng, run.venue_ar),
          },
    ...(instructor.length > 0 && { instructor }),
    offers: { "@id": `${url}?run=${run.id}#offer` },
  });

  const runs = [course, ...course.other_dates];
  return {
    "@type": "Course",
    "@id": `${url}#course`,
    url,
    name: localise(course.name_eng, course.name_ar),
    description: localise(course.summary_eng, course.summary_ar),
    about: localise(course.subject_eng, course.subject_ar),
    image: place.origin + share,
    provider: organizationName(place),
    hasCourseInstance: runs.map(toInstance),
    offers: runs.map(toOffer),
  };
}

/** The longest headline that search engines show, in characters. */
const longestHeadline = 110;

/** `share` is the path of the Open Graph image. */
export function newsLd(place: LdPlace, { story, share }: { story: NewsItem; share: string }): LdNode {
  const url = publicUrl(place, `/news/${encodeURIComponent(story.slug)}`);
  const title = localText(place.locale, story.title_eng, story.title_ar);
  return {
    "@type": "NewsArticle",
    "@id": `${url}#article`,
    mainEntityOfPage: url,
    headline: title.text.length > longestHeadline ? `${title.text.slice(0, longestHeadline - 1)}…` : title.text,
    description: localText(place.locale, story.excerpt_eng, story.excerpt_ar).text,
    inLanguage: title.lang,
    image: [place.origin + share],
    datePublished: story.created_at,
    author: organizationName(place),
    publisher: organizationName(place),
  };
}

/** Answers are safe HTML; links into the site become absolute. */
export function faqLd(place: LdPlace, questions: readonly Faq[]): LdNode {
  const mainEntity = questions.map((question) => {
    const answer = localText(place.locale, question.description_eng, question.description_ar).text;
    return {
      "@type": "Question",
      name: localText(place.locale, question.heading_eng, question.heading_ar).text,
      acceptedAnswer: { "@type": "Answer", text: answer.replaceAll('href="/', `href="${place.origin}/`) },
    };
  });
  return { "@type": "FAQPage", "@id": `${publicUrl(place, "/faq")}#faq`, inLanguage: place.locale, mainEntity };
}

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
    isPrivate: boolean;
  };
}

interface PageData {
  "site/pages/course-detail"?: { course: Course; taxPercent: number } | null;
  "features/content/pages/news-story"?: { story: NewsItem } | null;
  "features/content/pages/faq"?: { questions: Faq[] } | null;
}

const companyPages = new Set(["/", "/about-us", "/about-us-arabic", "/contact-us"]);

function getSection(path: string, locale: Locale, set: MessageSet): { name: string; path: string } | null {
  if (path.startsWith("/courses/")) return { name: labelText("courses", locale, set).text, path: "/courses" };
  if (path.startsWith("/news/")) return { name: m.common_news({}, { locale }), path: "/news" };
  if (["/mission", "/vision", "/core-values", "/what-we-do", "/about-us-arabic"].includes(path))
    return { name: m.common_about({}, { locale }), path: "/about-us" };
  return null;
}

function buildNodes({ settings, head }: RootData, pages: PageData): LdNode[] {
  const { share, locale } = head;
  const place: LdPlace = { origin: head.baseUrl, locale };
  const path = withoutLocale(head.path).replace(/(?<=.)\/+$/, "");
  const section = getSection(path, locale, settings.messageSet);
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

/**
 * Builds the JSON of a page; empty for pages that are not indexed. Called during rendering on the server, so that
 * neither this code nor its data reaches the browser.
 */
export function structuredData(loaderData: Record<string, unknown>): string {
  const root = loaderData["root"] as RootData | null | undefined;
  if (!root || root.head.isPreview || root.head.isPrivate || !isIndexed(root.head.path)) return "";
  return ldJson(buildNodes(root, loaderData as PageData));
}
