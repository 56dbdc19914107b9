import { data, useNavigation } from "react-router";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import type { Route } from "./+types/news";
import { NewsResults } from "../components/news-results.tsx";
import { NewsSearch } from "../components/news-search.tsx";
import { PopularSlider } from "../components/popular-slider.tsx";
import { newsListingOf } from "../news-listing.ts";
import { newsList, popularNews } from "../news.server.ts";

/** Popular stories stand above the first page of the unfiltered list only. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const listing = newsListingOf(new URL(request.url).searchParams);
  const isFront = listing.page === 1 && listing.search === "";
  const [stories, popular] = await Promise.all([newsList(ctx, listing), isFront ? popularNews(ctx) : []]);
  return data({ listing, stories, popular }, { status: stories.current_page > stories.last_page ? 404 : 200 });
}

export default function News({ loaderData: { listing, stories, popular } }: Route.ComponentProps) {
  const isPending = useNavigation().state !== "idle";
  return (
    <>
      <Breadcrumb
        label={m.content_you_are_here()}
        items={[{ label: m.content_home(), to: "/" }, { label: m.content_news() }]}
      />
      <div className="wrap pt-20 pb-section">
        <div className="mb-8 flex flex-col justify-between gap-5 md:mb-11 md:flex-row md:items-center md:gap-8">
          <h1>{m.content_news_heading()}</h1>
          <NewsSearch search={listing.search} />
        </div>
        {popular.length > 0 && <PopularSlider stories={popular} />}
        <div aria-live="polite" aria-busy={isPending} className={popular.length > 0 ? "mt-14" : ""}>
          <NewsResults stories={stories} listing={listing} isFirstPicture={popular.length === 0} />
        </div>
      </div>
    </>
  );
}
