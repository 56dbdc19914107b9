import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useRef, useState } from "react";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { m } from "#messages";
import { Anchor } from "#ui/anchor.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { Eyebrow } from "#ui/section-head.tsx";
import type { NewsSummary } from "../content.ts";
import { NewsDate } from "./news-date.tsx";
import { newsLeadPicture } from "./news-picture.ts";
import { storyLink } from "./news-tile.tsx";

/** The popular stories, one at a time. The browser's own scrolling moves them, so fingers, keys and no script work too. */
export function PopularSlider({ stories }: { stories: readonly NewsSummary[] }) {
  const track = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  // In Arabic the place counts down from zero.
  const follow = () => track.current && setAt(Math.round(Math.abs(track.current.scrollLeft) / track.current.clientWidth));
  function go(to: number) {
    const list = track.current;
    if (!list) return;
    const forward = getComputedStyle(list).direction === "rtl" ? -1 : 1;
    list.scrollTo({ left: to * list.clientWidth * forward, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
  }
  return (
    <section aria-roledescription="carousel" aria-label={m.content_news_popular_list()} className="relative overflow-hidden rounded-panel border border-line bg-surface">
      <ul ref={track} onScroll={follow} className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]">
        {stories.map((story, index) => (
          <li key={story.id} aria-label={m.content_news_slide({ page: index + 1, pages: stories.length })} aria-roledescription="slide" className="w-full flex-none snap-start snap-always">
            <Slide story={story} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      {stories.length > 1 && (
        <div className="absolute inset-x-0 bottom-0 flex items-center gap-3 px-[clamp(1.5rem,3vw,3rem)] pb-[clamp(1rem,2vw,2rem)] text-sm text-ink-2 tabular-nums lg:start-[59.18%]">
          <bdi className="whitespace-nowrap">{at + 1} / {stories.length}</bdi>
          {/* Attributes, because the policy of the page lets no style attribute through. */}
          <svg aria-hidden="true" viewBox={`0 0 ${stories.length} 1`} preserveAspectRatio="none" className="mx-2 h-0.5 min-w-0 flex-1 rtl:-scale-x-100">
            <rect width={stories.length} height="1" className="fill-line" />
            <rect width={at + 1} height="1" className="fill-ink-2" />
          </svg>
          <IconButton icon={ChevronLeft} mirrors label={m.content_news_previous()} disabled={at === 0} onClick={() => go(at - 1)} className="-me-2" />
          <IconButton icon={ChevronRight} mirrors label={m.content_news_next()} disabled={at === stories.length - 1} onClick={() => go(at + 1)} className="-me-3" />
        </div>
      )}
    </section>
  );
}

function Slide({ story, isFirst }: { story: NewsSummary; isFirst: boolean }) {
  const locale = useLocale();
  const title = localText(locale, story.title_eng, story.title_ar);
  const excerpt = localText(locale, story.excerpt_eng, story.excerpt_ar);
  return (
    <article className="group relative grid h-full lg:grid-cols-[1.45fr_1fr]">
      <Picture picture={newsLeadPicture(story.image)} alt="" isPriority={isFirst} sizes="(min-width: 1360px) 757px, (min-width: 992px) 57vw, 96vw" className="aspect-[16/10] lg:aspect-auto lg:min-h-118" imgClassName="absolute inset-0" />
      <div className="flex flex-col items-start gap-4 px-[clamp(1.5rem,3vw,3rem)] pt-[clamp(1.5rem,3vw,3rem)] pb-24">
        <Eyebrow>{m.content_news_popular()}</Eyebrow>
        <h2 className="text-pretty transition-ui group-hover:text-primary">
          <Anchor {...storyLink(story.link)} className="after:absolute after:inset-x-0 after:top-0 after:bottom-20"><bdi lang={title.lang}>{title.text}</bdi></Anchor>
        </h2>
        <p lang={excerpt.lang === locale ? undefined : excerpt.lang} className="text-ink-2">{excerpt.text}</p>
        <NewsDate instant={story.created_at} className="text-sm text-ink-3 tabular-nums" />
      </div>
    </article>
  );
}
