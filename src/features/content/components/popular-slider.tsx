import { useLocale } from "#i18n/link.tsx";
import { getDirection, localText } from "#i18n/locale.ts";
import { m } from "#messages";
import { Anchor } from "#ui/anchor.tsx";
import { Carousel } from "#ui/carousel.tsx";
import { CarouselArrows, CarouselProgress, CarouselSlides } from "#ui/carousel-parts.tsx";
import { Picture, sizesWithFullWidthPhone } from "#ui/picture.tsx";
import { Eyebrow } from "#ui/section-head.tsx";
import type { NewsSummary } from "../content.schema.server.ts";
import { NewsDate, toStoryLink, newsLeadPicture } from "./news-tile.tsx";

const sizes = sizesWithFullWidthPhone("(min-width: 1360px) 757px, (min-width: 992px) 57vw, 96vw");

export function PopularSlider({ stories }: { stories: readonly NewsSummary[] }) {
  return (
    <Carousel
      label={m.content_news_popular_list()}
      slideCount={stories.length}
      className="overflow-hidden rounded-panel border border-line bg-surface"
    >
      <CarouselSlides
        slides={stories.map((story, index) => ({
          id: story.id,
          content: <Slide story={story} isFirst={index === 0} />,
        }))}
      />
      <div className="absolute inset-x-0 bottom-0 flex items-center gap-3 px-[clamp(1.5rem,3vw,3rem)] pb-[clamp(1rem,2vw,2rem)] lg:start-[59.18%]">
        <CarouselProgress className="flex-1 text-ink-2" />
        <CarouselArrows variant="plain" className="-me-3" />
      </div>
    </Carousel>
  );
}

function Slide({ story, isFirst }: { story: NewsSummary; isFirst: boolean }) {
  const locale = useLocale();
  const title = localText(locale, story.title_eng, story.title_ar);
  const excerpt = localText(locale, story.excerpt_eng, story.excerpt_ar);
  return (
    <article className="group relative grid h-full lg:grid-cols-[1.45fr_1fr]">
      <Picture
        picture={newsLeadPicture(story)}
        alt=""
        isPriority={isFirst}
        sizes={sizes}
        className="aspect-[16/10] lg:aspect-auto lg:min-h-118"
        imgClassName="absolute inset-0"
      />
      <div className="flex flex-col items-start gap-4 px-[clamp(1.5rem,3vw,3rem)] pt-[clamp(1.5rem,3vw,3rem)] pb-24">
        <Eyebrow>{m.content_news_popular()}</Eyebrow>
        <h2 className="transition-ui group-hover:text-primary">
          <Anchor {...toStoryLink(story.link)} className="after:absolute after:inset-x-0 after:top-0 after:bottom-20">
            <bdi lang={title.lang}>{title.text}</bdi>
          </Anchor>
        </h2>
        <p
          {...(excerpt.lang !== locale && { lang: excerpt.lang, dir: getDirection(excerpt.lang) })}
          className="text-ink-2"
        >
          {excerpt.text}
        </p>
        <NewsDate instant={story.created_at} className="text-sm text-ink-3 tabular-nums" />
      </div>
    </article>
  );
}
