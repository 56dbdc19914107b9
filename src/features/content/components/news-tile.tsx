import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { m } from "#messages";
import { Anchor } from "#ui/anchor.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { phoneWide } from "#ui/picture-sizes.ts";
import type { NewsSummary } from "../content.ts";
import { NewsDate } from "./news-date.tsx";
import { newsPicture } from "./news-picture.ts";

/** A path of the site, or an address elsewhere. */
export const storyLink = (link: string) => (link.startsWith("/") ? { to: link } : { href: link });

const sizes = phoneWide("(min-width: 1360px) 411px, (min-width: 992px) 30vw, (min-width: 768px) 45vw, 92vw");

interface NewsTileProps {
  story: NewsSummary;
  headingLevel?: 2 | 3;
  /** Its picture is the first large one of the page. */
  isFirst?: boolean;
}

export function NewsTile({ story, headingLevel = 2, isFirst }: NewsTileProps) {
  const locale = useLocale();
  const title = localText(locale, story.title_eng, story.title_ar);
  const Heading = `h${headingLevel}` as const;
  return (
    <article className="group relative flex min-w-0 flex-1 flex-col">
      <div className="aspect-[16/10] overflow-hidden rounded-card bg-sunken">
        <Picture
          picture={newsPicture(story)}
          alt=""
          sizes={sizes}
          isPriority={isFirst}
          className="size-full transition-transform duration-(--nh-slow) ease-out group-hover:scale-103"
        />
      </div>
      <NewsDate instant={story.created_at} className="mt-[1.1rem] text-sm text-ink-3 tabular-nums" />
      <Heading className="mt-1.5 mb-3.5 font-sans text-[1.1875rem] leading-(--nh-lh-h4) font-medium tracking-normal text-balance transition-ui group-hover:text-primary">
        <Anchor {...storyLink(story.link)} className="cover-link">
          <bdi lang={title.lang}>{title.text}</bdi>
        </Anchor>
      </Heading>
      <p aria-hidden="true" className="mt-auto">
        <span className="inline-flex items-center gap-2 border-b border-primary/35 pb-0.5 text-sm font-medium text-primary transition-[gap] duration-(--nh-base) group-hover:gap-3">
          {m.content_news_more()}
          <Icon name="arrow-right" size="sm" mirrors />
        </span>
      </p>
    </article>
  );
}
