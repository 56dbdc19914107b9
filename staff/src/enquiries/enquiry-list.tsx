import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { m } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Initial } from "../parts/initial.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { Empty, Failed, LoadingState } from "../parts/states.tsx";
import { useDebounced } from "../parts/use-debounced.ts";
import { StateChip, formatSubject, WaitTime } from "./enquiry-labels.tsx";
import type { EnquiryRow } from "../../../src/features/contact/inbox/inbox.schema.ts";
import { useEnquiries, useSummary, views, type View } from "./queries.ts";
import { clsx } from "clsx/lite";
import { Button } from "../../../src/ui/button.tsx";

function Row({ row, isOpen, search }: { row: EnquiryRow; isOpen: boolean; search: string }) {
  const isWaiting = row.state === "new" || row.state === "open";
  return (
    <Link
      className="group grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2.75 gap-y-0.5 border-s-3 border-b border-s-transparent border-b-line px-4 py-3 -outline-offset-2! hover:bg-row aria-current:border-s-primary aria-current:bg-primary-tint"
      data-list-row
      to={{ pathname: `/enquiries/${row.id}`, search }}
      aria-current={isOpen ? "true" : undefined}
    >
      <Initial isGuest name={row.name} className="row-span-3" />
      <span className="truncate min-w-0 font-medium text-match-parent" dir="auto">
        {row.name}
      </span>
      <WaitTime since={row.createdAt} isWaiting={isWaiting} />
      <span className="truncate min-w-0 col-span-2 text-match-parent" dir="auto">
        {formatSubject(row)}
      </span>
      <span className="col-span-2 mt-1 flex items-center gap-2">
        <StateChip state={row.state} />
        <bdi className="truncate min-w-0 text-sm text-ink-3 group-aria-current:text-ink-2">
          {row.assignee?.name ?? m.staff_enquiries_nobody()}
        </bdi>
      </span>
    </Link>
  );
}

/** The queues with their counts, a search field, and the enquiries of the selected queue. */
export function EnquiryList({
  view,
  initialSearch,
  openId,
}: {
  view: View;
  initialSearch: string;
  openId: string | undefined;
}) {
  const [, setQuery] = useSearchParams();
  const [typedText, setTypedText] = useState(initialSearch);
  const searchText = useDebounced(typedText.trim(), 250);
  const { data: summary } = useSummary();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEnquiries(view, searchText);
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const searchParams = new URLSearchParams({ view, ...(searchText === "" ? {} : { q: searchText }) });
  const title = m.staff_menu_enquiries();
  useEffect(() => {
    document.title = `${title} · ${m.staff_shell_title()}`;
  }, [title]);
  return (
    <section
      className={clsx("flex min-h-0 min-w-0 flex-col border-edge md:border-e", openId !== undefined && "max-md:hidden")}
      aria-label={m.staff_enquiries_list()}
    >
      <header className="grid gap-3 px-4 pt-4 pb-2.5">
        <h1 className="text-[1.375rem]">{title}</h1>
        <TextField
          value={typedText}
          onChange={(event) => setTypedText(event.target.value)}
          placeholder={m.staff_enquiries_search()}
          hideLabel
          label={m.staff_enquiries_search()}
          icon="search"
          type="search"
        />
      </header>
      <div
        className="flex flex-none flex-wrap border-b border-line px-2"
        role="group"
        aria-label={m.staff_enquiries_views_label()}
      >
        {views.map((viewName) => (
          <button
            key={viewName}
            type="button"
            aria-pressed={viewName === view}
            onClick={() => setQuery({ view: viewName })}
            className="border-b-2 border-transparent px-1.5 py-2.25 text-sm whitespace-nowrap text-ink-2 aria-pressed:border-primary aria-pressed:font-medium aria-pressed:text-primary"
          >
            {m[`staff_enquiries_views_${viewName}`]()}{" "}
            <span className="text-ink-3 whitespace-nowrap tabular-nums inline-block min-w-[3ch] text-start">
              {summary?.[viewName]}
            </span>
          </button>
        ))}
      </div>
      <div className="min-h-0 flex-1 md:overflow-y-auto">
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState />}
        {rows.map((row) => (
          <Row key={row.id} row={row} isOpen={String(row.id) === openId} search={`?${searchParams}`} />
        ))}
        {data && rows.length === 0 && (
          <Empty
            icon={searchText === "" ? "inbox" : "search-x"}
            title={searchText === "" ? m.staff_enquiries_none() : m.staff_enquiries_none_found()}
          />
        )}
        {hasNextPage && (
          <Button variant="secondary" onClick={() => void fetchNextPage()} isPending={isFetchingNextPage}>
            {m.staff_enquiries_more()}
          </Button>
        )}
      </div>
      {data && (
        <footer className="flex items-center gap-1.5 border-t border-line px-4 py-2.5 text-sm text-ink-3">
          <Icon name="clock" size={14} />
          <FirstAnswers />
        </footer>
      )}
    </section>
  );
}

/** Median time to the first answer in the last 90 days. */
function FirstAnswers() {
  const { data } = useSummary();
  const seconds = data?.firstAnswers.medianSeconds ?? null;
  if (!data || seconds === null) return m.staff_enquiries_no_answers_yet();
  const isHours = seconds >= 7200;
  const time = m[isHours ? "staff_enquiries_duration_hour" : "staff_enquiries_duration_minute"]({
    count: Math.max(1, Math.round(seconds / (isHours ? 3600 : 60))),
  });
  return m.staff_enquiries_first_answers({ time, count: data.firstAnswers.count });
}
