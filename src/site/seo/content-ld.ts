import type { Faq, NewsItem } from "#features/content/content.ts";
import { localText } from "#i18n/locale.ts";
import { organizationName, publicUrl, type LdNode, type LdPlace } from "./ld.ts";

/** In characters, as search engines show it. */
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
