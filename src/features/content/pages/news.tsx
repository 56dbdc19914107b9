import { data, useNavigation, Form } from "react-router";
import { useState } from "react";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { isolate } from "#i18n/isolate.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { useSearchPlaceholder } from "#i18n/label.tsx";
import { useLocalePath } from "#i18n/link.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/news";
import { PopularSlider } from "../components/popular-slider.tsx";
import type { NewsPage } from "../content.schema.server.ts";
import { parseNewsListing, newsAddress, type NewsListing } from "../content.ts";
import { newsList, popularNews } from "../news.server.ts";
import { NewsTile } from "../components/news-tile.tsx";

function NewsSearch({ search }: { search: string }) {
  const [draft, setDraft] = useState({ search, text: search });
  if (draft.search !== search) setDraft({ search, text: search });
  return (
    <Form role="search" action={useLocalePath()("/news")} className="w-full md:w-96">
      <TextField
        type="search"
        name="search"
        maxLength={120}
        icon="search"
        label={m.content_news_search()}
        hideLabel
        placeholder={useSearchPlaceholder()}
        value={draft.text}
        onChange={(event) => setDraft({ search, text: event.target.value })}
      />
      <Button type="submit" className="sr-only focus-visible:not-sr-only focus-visible:mt-2">
        {m.content_news_search()}
      </Button>
    </Form>
  );
}

interface NewsResultsProps {
  stories: NewsPage;
  listing: NewsListing;
  isFirstOnPage: boolean;
}

function NewsResults({ stories, listing, isFirstOnPage }: NewsResultsProps) {
  if (stories.data.length === 0) {
    return (
      <EmptyState
        title={stories.total === 0 ? m.common_no_results() : m.common_past_the_end({ page: stories.current_page })}
        action={
          <LinkButton variant="secondary" to="/news">
            {m.content_news_all()}
          </LinkButton>
        }
      >
        {m.content_news_empty_hint()}
      </EmptyState>
    );
  }
  return (
    <>
      {listing.search && (
        <p className="mb-8 text-ink-2 tabular-nums [overflow-wrap:anywhere]">
          <b className="font-medium text-ink">{m.content_news_results({ count: stories.total })}</b>{" "}
          {m.common_results_for({ words: isolate(listing.search) })}
        </p>
      )}
      <ul className="grid gap-x-7 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
        {stories.data.map((story, index) => (
          <li key={story.id} className="flex min-w-0">
            <NewsTile story={story} isFirst={isFirstOnPage && index === 0} />
          </li>
        ))}
      </ul>
      <Pagination
        page={stories.current_page}
        pageCount={stories.last_page}
        hrefFor={(page) => newsAddress({ ...listing, page })}
        labels={{
          nav: m.common_pages(),
          previous: m.common_page_previous(),
          next: m.common_page_next(),
          page: (page) => m.common_page({ page }),
        }}
        className="mt-14"
      />
    </>
  );
}

/** Reads popular stories only for the first page of the unfiltered list. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const listing = parseNewsListing(new URL(request.url).searchParams);
  const hasPopular = listing.page === 1 && listing.search === "";
  const [stories, popular] = await Promise.all([newsList(ctx, listing), hasPopular ? popularNews(ctx) : []]);
  return data({ listing, stories, popular }, { status: stories.current_page > stories.last_page ? 404 : 200 });
}

export default function News({ loaderData: { listing, stories, popular } }: Route.ComponentProps) {
  const isPending = useNavigation().state !== "idle";
  return (
    <>
      <Breadcrumb items={[{ label: m.common_news() }]} />
      <div className="wrap pt-20 pb-section">
        <div className="mb-8 flex flex-col justify-between gap-5 md:mb-11 md:flex-row md:items-center md:gap-8">
          <h1>{m.content_news_heading()}</h1>
          <NewsSearch search={listing.search} />
        </div>
        {popular.length > 0 && <PopularSlider stories={popular} />}
        <div aria-live="polite" aria-busy={isPending} className={popular.length > 0 ? "mt-14" : ""}>
          <NewsResults stories={stories} listing={listing} isFirstOnPage={popular.length === 0} />
        </div>
      </div>
    </>
  );
}
