import { useState, type ReactNode } from "react";
import { Form } from "react-router";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { contentPicture } from "#features/content/media/content-picture.ts";
import { Link, useLocale, useLocalePath } from "#i18n/link.tsx";
import { getDirection } from "#i18n/locale.ts";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { Label, useSearchPlaceholder } from "#i18n/label.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/search";
import {
  parseQuery,
  searchAddress,
  type Query,
  type Group,
  type Hit,
  type Kind,
  kinds,
  type SearchResults,
  longestQuery,
} from "../search.ts";
import { searchSite } from "../search.server.ts";

function SearchBox({ q }: { q: string }) {
  const [draft, setDraft] = useState({ query: q, text: q });
  if (draft.query !== q) setDraft({ query: q, text: q });
  return (
    <Form
      role="search"
      action={useLocalePath()("/search")}
      className="flex items-center gap-4 border-b-2 border-ink pb-3.5 focus-within:border-primary"
    >
      <Icon name="search" size="lg" className="text-ink-3 max-md:size-6" />
      <input
        name="q"
        type="search"
        maxLength={longestQuery}
        dir="auto"
        value={draft.text}
        onChange={(event) => setDraft({ query: q, text: event.target.value })}
        aria-label={m.common_search_site()}
        placeholder={useSearchPlaceholder()}
        className="min-w-0 flex-1 bg-transparent font-display text-[1.625rem] leading-[1.3] font-light tracking-(--nh-track-display) outline-none placeholder:text-ink-3 md:text-h1 [&::-webkit-search-cancel-button]:appearance-none"
      />
      <Button type="submit" className="max-md:sr-only">
        {m.site_search_submit()}
      </Button>
    </Form>
  );
}

const suggestions = [
  { to: "/courses", label: m.search_way_courses },
  { to: "/faq", label: m.search_way_faq },
  { to: "/contact-us", label: () => <Label name="contact">{m.search_way_contact()}</Label> },
];

/** Begins with the course list filtered by the same words, because it also finds cities, months and venues. */
const getSuggestions = (q: string) => [
  {
    to: `/courses?${new URLSearchParams({ q }).toString()}`,
    label: () => m.search_way_places({ words: isolate(q) }),
  },
  ...suggestions,
];

function NoResults({ q }: { q: string }) {
  const list = (
    <ul className="mt-6 w-full border-t border-line text-start">
      {(q === "" ? suggestions : getSuggestions(q)).map(({ to, label }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex min-h-14 items-center justify-between gap-4 border-b border-line py-3 font-medium text-ink transition-ui hover:text-primary"
          >
            <span className="min-w-0 wrap-anywhere">{label()}</span>
            <Icon name="arrow-right" mirrors className="text-primary" />
          </Link>
        </li>
      ))}
    </ul>
  );
  return (
    <div role="status" className="mx-auto max-w-144 pt-8">
      {q !== "" ? (
        <EmptyState title={m.search_empty()}>
          {m.search_empty_hint()}
          {list}
        </EmptyState>
      ) : (
        <div className="text-ink-2">
          {m.search_start_hint()}
          {list}
        </div>
      )}
    </div>
  );
}

const kindLabel: Record<Kind, () => ReactNode> = {
  course: () => <Label name="courses" />,
  page: m.search_type_page,
  news: m.common_news,
  faq: m.common_faq,
};

/** Links to the results of each kind, with counts; below 992 px a row that scrolls sideways. */
function TypeFilter({ query, results }: { query: Query; results: SearchResults }) {
  const kindOptions = kinds.map((kind) => ({
    type: kind,
    label: kindLabel[kind](),
    count: results.groups.find((group) => group.type === kind)?.total ?? 0,
  }));
  const allOption = {
    type: undefined,
    label: m.search_type_all(),
    count: kindOptions.reduce((sum, { count }) => sum + count, 0),
  };
  return (
    <nav
      aria-label={m.search_types()}
      className="lg:sticky lg:top-8 max-lg:-mx-gutter max-lg:overflow-x-auto max-lg:px-gutter max-lg:[scrollbar-width:none]"
    >
      <ul className="flex gap-1 max-lg:w-max lg:grid">
        {[allOption, ...kindOptions]
          .filter(({ count, type }) => count > 0 || type === query.type)
          .map(({ type, label, count }) => (
            <li key={type ?? "all"}>
              <Link
                to={searchAddress({ q: query.q, type })}
                aria-current={type === query.type ? "true" : undefined}
                className="flex min-h-11 items-center justify-between gap-2 rounded-control px-3.5 py-2 whitespace-nowrap text-ink-2 transition-ui hover:text-primary aria-[current]:bg-primary-tint aria-[current]:font-medium aria-[current]:text-primary"
              >
                {label}
                <span className="text-sm tabular-nums">{count}</span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

const allLabels: Record<Kind, typeof m.search_all_course> = {
  course: m.search_all_course,
  page: m.search_all_page,
  news: m.search_all_news,
  faq: m.search_all_faq,
};

/** Picture of a course; other results have none. */
function Cover({ type, image }: { type: Kind; image: string | null }) {
  if (type !== "course" || !image) return null;
  const getAddress = (format: string) => `/admin/images/courses/${image}-320.${format}`;
  return (
    <Picture
      picture={contentPicture(image, null, {
        sources: [{ type: "image/avif", srcSet: getAddress("avif") }],
        src: getAddress("webp"),
        width: 320,
        height: 200,
      })}
      sizes="8rem"
      alt=""
      className="aspect-[16/10] w-21 flex-none rounded-control md:w-32"
    />
  );
}

/** Style of `<mark>`. Title and excerpt are escaped text with `mark` as their only element. */
const markStyle = "[&_mark]:rounded-[3px] [&_mark]:bg-spark/45 [&_mark]:px-px [&_mark]:text-inherit";

/** Section of a page, as in its breadcrumb; all other pages are below the home page. */
const sections: Record<string, () => string> = {
  "/about-us-arabic": m.common_about,
  "/core-values": m.common_about,
  "/mission": m.common_about,
  "/vision": m.common_about,
  "/what-we-do": m.common_about,
  "/course-registration-info": m.site_menu_training,
  "/hospital-information-system": m.site_menu_digital,
};

function getSectionLabel({ url }: Hit, type: Kind): ReactNode {
  return type === "page" ? (sections[url] ?? m.site_label_home)() : kindLabel[type]();
}

function Trail({ hit, type }: { hit: Hit; type: Kind }) {
  return (
    <span className="truncate text-xs text-ink-3">
      <bdi lang={useLocale()}>{getSectionLabel(hit, type)}</bdi> › <bdi>{hit.title}</bdi>
    </span>
  );
}

function Result({ hit, type }: { hit: Hit; type: Kind }) {
  const locale = useLocale();
  const languageProps = hit.lang === locale ? {} : { lang: hit.lang, dir: getDirection(hit.lang) };
  return (
    <li className="border-b border-line">
      <Link to={hit.url} className="group flex items-start gap-4 py-5 md:items-center md:gap-5.5">
        <Cover type={type} image={hit.image} />
        <span {...languageProps} className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1">
          <span
            className={`text-[1.125rem] leading-snug font-medium transition-ui group-hover:text-primary ${markStyle}`}
            dangerouslySetInnerHTML={{ __html: hit.markedTitle }}
          />
          <span className={`text-ink-2 ${markStyle}`} dangerouslySetInnerHTML={{ __html: hit.excerpt }} />
          <Trail hit={hit} type={type} />
        </span>
        <Icon name="arrow-right" mirrors className="text-ink-3 max-md:hidden" />
      </Link>
    </li>
  );
}

function ResultGroup({ group, query }: { group: Group; query: Query }) {
  const headingId = `found-${group.type}`;
  return (
    <section aria-labelledby={headingId} className="not-first:mt-11">
      <h2 id={headingId} className="border-b border-line pb-3 text-h3">
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
            {allLabels[group.type]({ count: group.total })}
          </ArrowLink>
        </p>
      )}
    </section>
  );
}

/** Searches the site for the query in the address (requirement C-10). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseQuery(new URL(request.url).searchParams);
  return { query, results: query.q ? await searchSite(context.get(requestContext), query) : null };
}

export default function Search({ loaderData: { query, results } }: Route.ComponentProps) {
  const words = isolate(query.q);
  const groups =
    results?.groups.filter(
      (group) => group.hits.length > 0 && (query.type === undefined || group.type === query.type),
    ) ?? [];
  return (
    <>
      <Breadcrumb items={[{ label: m.search_title() }]} />
      <div className="wrap pt-21 pb-section">
        <h1 className="sr-only">{query.q ? m.search_heading({ words }) : m.common_search_site()}</h1>
        <SearchBox q={query.q} />
        {results && results.total > 0 ? (
          <div className="mt-5 grid items-start gap-x-[clamp(2rem,5vw,5rem)] gap-y-6 lg:mt-11 lg:grid-cols-[13rem_minmax(0,1fr)]">
            <TypeFilter query={query} results={results} />
            <div className="min-w-0">
              <p role="status" className="sr-only">
                {m.search_results({ count: results.total, words })}
              </p>
              {results.didYouMean && (
                <p className="mb-6 text-ink-2">{m.search_corrected({ words: isolate(results.didYouMean) })}</p>
              )}
              <div>
                {groups.map((group) => (
                  <ResultGroup key={group.type} group={group} query={query} />
                ))}
              </div>
              {groups.length === 0 && <NoResults q={query.q} />}
            </div>
          </div>
        ) : (
          <NoResults q={query.q} />
        )}
      </div>
    </>
  );
}
