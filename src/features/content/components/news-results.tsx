import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { NewsPage } from "../content.ts";
import { newsAddress, type NewsListing } from "../news-listing.ts";
import { NewsTile } from "./news-tile.tsx";

interface NewsResultsProps {
  stories: NewsPage;
  listing: NewsListing;
  isFirstPicture: boolean;
}

export function NewsResults({ stories, listing, isFirstPicture }: NewsResultsProps) {
  if (stories.data.length === 0) {
    return (
      <EmptyState
        title={
          stories.total === 0 ? m.content_news_empty() : m.content_news_past_the_end({ page: stories.current_page })
        }
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
          {m.content_news_results_for({ words: isolate(listing.search) })}
        </p>
      )}
      <ul className="grid gap-x-7 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
        {stories.data.map((story, index) => (
          <li key={story.id} className="flex min-w-0">
            <NewsTile story={story} isFirst={isFirstPicture && index === 0} />
          </li>
        ))}
      </ul>
      <Pagination
        page={stories.current_page}
        pageCount={stories.last_page}
        hrefFor={(page) => newsAddress({ ...listing, page })}
        labels={{
          nav: m.content_news_pages(),
          previous: m.content_news_page_previous(),
          next: m.content_news_page_next(),
          page: (page) => m.content_news_page({ page }),
        }}
        className="mt-14"
      />
    </>
  );
}
