import type { FeedStory } from "#features/content/content.ts";
import { localePath, localText, type Locale } from "#i18n/locale.ts";
import { xmlText } from "./xml.ts";

export interface Feed {
  stories: readonly FeedStory[];
  locale: Locale;
  /** No final slash. */
  origin: string;
  title: string;
  author: string;
  /** Used when there is no story. */
  now: Date;
}

/** Newest first; a story without Arabic is in English and marked as such. */
export function atomFeed({ stories, locale, origin, title, author, now }: Feed): string {
  const page = origin + localePath("/news", locale);
  const updated =
    stories
      .map((story) => story.updated_at)
      .toSorted()
      .at(-1) ?? now.toISOString();
  const entries = stories.map((story) => {
    const address = xmlText(origin + localePath(`/news/${encodeURIComponent(story.slug)}`, locale));
    const text = (element: string, eng: string, ar: string | null) => {
      const { text: words, lang } = localText(locale, eng, ar);
      return `<${element}${lang === locale ? "" : ` xml:lang="${lang}"`}>${xmlText(words)}</${element}>`;
    };
    return `<entry><id>${address}</id>${text("title", story.title_eng, story.title_ar)}<link href="${address}"/><published>${story.created_at}</published><updated>${story.updated_at}</updated>${text("summary", story.excerpt_eng, story.excerpt_ar)}</entry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}"><id>${xmlText(page)}</id><title>${xmlText(title)}</title><link href="${xmlText(page)}"/><link rel="self" type="application/atom+xml" href="${xmlText(`${page}/feed.xml`)}"/><updated>${updated}</updated><author><name>${xmlText(author)}</name></author>\n${entries.join("\n")}\n</feed>\n`;
}
