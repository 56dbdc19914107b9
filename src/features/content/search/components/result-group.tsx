import type { ReactNode } from "react";
import { contentPicture } from "#features/content/media/content-picture.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { directionOf } from "#i18n/locale.ts";
import { m } from "#messages";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { searchAddress, type Query } from "../query.ts";
import type { Group, Hit, Kind } from "../search.ts";
import { kindLabel } from "./type-filter.tsx";

const allOf: Record<Kind, typeof m.search_all_course> = {
  course: m.search_all_course,
  page: m.search_all_page,
  news: m.search_all_news,
  faq: m.search_all_faq,
};
const folders: Partial<Record<Kind, string>> = { course: "courses", news: "news" };

function Cover({ type, image }: { type: Kind; image: string | null }) {
  const folder = folders[type];
  if (type !== "course" || !folder || !image) return null;
  const file = (format: string) => `/admin/images/${folder}/${image}-320.${format}`;
  return (
    <Picture
      picture={contentPicture(image, null, {
        sources: [{ type: "image/avif", srcSet: file("avif") }],
        src: file("webp"),
        width: 320,
        height: 200,
      })}
      sizes="8rem"
      alt=""
      className="aspect-[16/10] w-21 flex-none rounded-control md:w-32"
    />
  );
}

/** Title and excerpt hold escaped text and `mark`, nothing else. */
const marked = "[&_mark]:rounded-[3px] [&_mark]:bg-spark/45 [&_mark]:px-px [&_mark]:text-inherit";

/** As in the pages' breadcrumbs; the others are below the home page. */
const sections: Record<string, () => string> = {
  "/about-us-arabic": m.search_about,
  "/core-values": m.search_about,
  "/mission": m.search_about,
  "/vision": m.search_about,
  "/what-we-do": m.search_about,
  "/course-registration-info": m.search_training,
  "/hospital-information-system": m.search_digital,
};

function sectionOf({ url }: Hit, type: Kind): ReactNode {
  return type === "page" ? (sections[url] ?? m.search_home)() : kindLabel[type]();
}

function Trail({ hit, type }: { hit: Hit; type: Kind }) {
  return (
    <span className="truncate text-xs text-ink-3">
      <bdi lang={useLocale()}>{sectionOf(hit, type)}</bdi> › <bdi>{hit.title}</bdi>
    </span>
  );
}

function Result({ hit, type }: { hit: Hit; type: Kind }) {
  const locale = useLocale();
  const foreign = hit.lang === locale ? {} : { lang: hit.lang, dir: directionOf(hit.lang) };
  return (
    <li className="border-b border-line">
      <Link to={hit.url} className="group flex items-start gap-4 py-5 md:items-center md:gap-5.5">
        <Cover type={type} image={hit.image} />
        <span {...foreign} className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1">
          <span
            className={`text-[1.125rem] leading-snug font-medium transition-ui group-hover:text-primary ${marked}`}
            dangerouslySetInnerHTML={{ __html: hit.markedTitle }}
          />
          <span className={`text-ink-2 ${marked}`} dangerouslySetInnerHTML={{ __html: hit.excerpt }} />
          <Trail hit={hit} type={type} />
        </span>
        <Icon name="arrow-right" mirrors className="text-ink-3 max-md:hidden" />
      </Link>
    </li>
  );
}

export function ResultGroup({ group, query }: { group: Group; query: Query }) {
  const heading = `found-${group.type}`;
  return (
    <section aria-labelledby={heading} className="not-first:mt-11">
      <h2 id={heading} className="border-b border-line pb-3 text-h3">
        {kindLabel[group.type]()}
      </h2>
      <ul>
        {group.hits.map((hit) => (
          <Result key={hit.url + hit.title} hit={hit} type={group.type} />
        ))}
      </ul>
      {group.total > group.hits.length && query.type === undefined && (
        <p className="mt-4">
          <ArrowLink to={searchAddress({ q: query.q, type: group.type })} className="text-sm">
            {allOf[group.type]({ count: group.total })}
          </ArrowLink>
        </p>
      )}
    </section>
  );
}
