import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { m } from "#messages";
import { Anchor } from "#ui/anchor.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture, type PictureData, sizesWithFullWidthPhone } from "#ui/picture.tsx";
import { fullDate, riyadhDate } from "#i18n/dates.ts";
import { contentPicture } from "#features/content/media/content-picture.ts";
import { newsLead, newsTile, type PictureShape } from "#features/content/media/shipped-picture.ts";
import type { ImageDetails } from "#features/content/media/uploaded-picture.ts";
import type { NewsSummary } from "../content.schema.server.ts";

/** Width of the file in `src`, in pixels; every shape has a file of this width. */
const fallbackWidth = 720;

interface StoryPicture {
  image: string;
  image_details?: ImageDetails | null | undefined;
}

function toPicture(
  { image, image_details }: StoryPicture,
  { suffix, widths, width, height }: PictureShape,
): PictureData {
  const getAddress = (pixels: number, type: string) => `/admin/images/news/${image}${suffix}-${pixels}.${type}`;
  const srcSet = (type: string) => widths.map((pixels) => `${getAddress(pixels, type)} ${pixels}w`).join(", ");
  return contentPicture(image, image_details, {
    sources: [
      { type: "image/avif", srcSet: srcSet("avif") },
      { type: "image/webp", srcSet: srcSet("webp") },
    ],
    src: getAddress(fallbackWidth, "webp"),
    width: fallbackWidth,
    height: Math.round((fallbackWidth * height) / width),
  });
}

const toTilePicture = (story: StoryPicture): PictureData => toPicture(story, newsTile);

export const newsLeadPicture = (story: StoryPicture): PictureData => toPicture(story, newsLead);

export function NewsDate({ instant, className }: { instant: string; className?: string }) {
  const day = riyadhDate(new Date(instant));
  return (
    <time dateTime={day} className={className}>
      {fullDate(day, useLocale())}
    </time>
  );
}

/** Link props of a story: `to` for a path of this site, `href` for an address elsewhere. */
export const toStoryLink = (link: string) => (link.startsWith("/") ? { to: link } : { href: link });

const sizes = sizesWithFullWidthPhone(
  "(min-width: 1360px) 411px, (min-width: 992px) 30vw, (min-width: 768px) 45vw, 92vw",
);

interface NewsTileProps {
  story: NewsSummary;
  headingLevel?: 2 | 3;
  /** The story's picture is the first large one on the page. */
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
          picture={toTilePicture(story)}
          alt=""
          sizes={sizes}
          isPriority={isFirst}
          className="size-full transition-transform duration-(--nh-slow) ease-out group-hover:scale-103"
        />
      </div>
      <NewsDate instant={story.created_at} className="mt-[1.1rem] text-sm text-ink-3 tabular-nums" />
      <Heading className="mt-1.5 mb-3.5 font-sans text-[1.1875rem] leading-(--nh-lh-h4) font-medium tracking-normal text-balance transition-ui group-hover:text-primary">
        <Anchor {...toStoryLink(story.link)} className="cover-link">
          <bdi lang={title.lang}>{title.text}</bdi>
        </Anchor>
      </Heading>
      <p aria-hidden="true" className="mt-auto">
        <span className="inline-flex items-center gap-2 border-b border-primary/35 pb-0.5 text-sm font-medium text-primary transition-[gap] duration-(--nh-base) group-hover:gap-3">
          {m.common_action_read_more()}
          <Icon name="arrow-right" size="sm" mirrors />
        </span>
      </p>
    </article>
  );
}
