import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import type { Route } from "./+types/search";
import { NoResults } from "../components/no-results.tsx";
import { ResultGroup } from "../components/result-group.tsx";
import { SearchBox } from "../components/search-box.tsx";
import { TypeFilter } from "../components/type-filter.tsx";
import { queryOf } from "../query.ts";
import { searchSite } from "../search.server.ts";

/** C-10. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = queryOf(new URL(request.url).searchParams);
  return { query, found: query.q ? await searchSite(context.get(requestContext), query) : null };
}

export default function Search({ loaderData: { query, found } }: Route.ComponentProps) {
  const words = isolate(query.q);
  const groups =
    found?.groups.filter((group) => group.hits.length > 0 && (query.type === undefined || group.type === query.type)) ??
    [];
  return (
    <>
      <Breadcrumb
        label={m.search_you_are_here()}
        items={[{ label: m.search_home(), to: "/" }, { label: m.search_title() }]}
      />
      <div className="wrap pt-21 pb-section">
        <h1 className="sr-only">{query.q ? m.search_heading({ words }) : m.search_heading_empty()}</h1>
        <SearchBox q={query.q} />
        {found && found.total > 0 ? (
          <div className="mt-5 grid items-start gap-x-[clamp(2rem,5vw,5rem)] gap-y-6 lg:mt-11 lg:grid-cols-[13rem_minmax(0,1fr)]">
            <TypeFilter query={query} found={found} />
            <div className="min-w-0">
              <p role="status" className="sr-only">
                {m.search_results({ count: found.total, words })}
              </p>
              {found.didYouMean && (
                <p className="mb-6 text-ink-2">{m.search_corrected({ words: isolate(found.didYouMean) })}</p>
              )}
              <div>
                {groups.map((group) => (
                  <ResultGroup key={group.type} group={group} query={query} />
                ))}
              </div>
              {groups.length === 0 && <NoResults hasSearched />}
            </div>
          </div>
        ) : (
          <NoResults hasSearched={query.q !== ""} />
        )}
      </div>
    </>
  );
}
