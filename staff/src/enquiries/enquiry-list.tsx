import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { m } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Button } from "../parts/button.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { StateChip, subjectOf, Wait } from "./enquiry-labels.tsx";
import type { EnquiryRow } from "../../../src/features/letters/inbox/inbox.schema.ts";
import { useEnquiries, useSummary, views, type View } from "./queries.ts";

/** Text that stands still for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function Row({ row, isOpen, search }: { row: EnquiryRow; isOpen: boolean; search: string }) {
  const isWaiting = row.state === "new" || row.state === "open";
  return (
    <Link
      className="enquiry-row"
      data-list-row
      to={{ pathname: `/enquiries/${row.id}`, search }}
      aria-current={isOpen ? "true" : undefined}
    >
      <Avatar name={row.name} />
      <span className="strong clipped" dir="auto">
        {row.name}
      </span>
      <Wait since={row.created_at} isWaiting={isWaiting} />
      <span className="subject clipped" dir="auto">
        {subjectOf(row)}
      </span>
      <span className="facts row">
        <StateChip state={row.state} />
        <bdi className="quiet small clipped">{row.assignee?.name ?? m.staff_enquiries_nobody()}</bdi>
      </span>
    </Link>
  );
}

/** The queues with their counts, a search, and the rows; what waits longest stands first. */
export function EnquiryList({ view, q, openId }: { view: View; q: string; openId: string | undefined }) {
  const [, setQuery] = useSearchParams();
  const [typed, setTyped] = useState(q);
  const settled = useSettled(typed.trim());
  const { data: summary } = useSummary();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEnquiries(view, settled);
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const address = new URLSearchParams({ view, ...(settled === "" ? {} : { q: settled }) });
  const title = m.staff_enquiries_title();
  useEffect(() => {
    document.title = `${title} · ${m.staff_shell_title()}`;
  }, [title]);
  return (
    <section className="inbox-list" aria-label={m.staff_enquiries_list()}>
      <header>
        <h1>{title}</h1>
        <TextField
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={m.staff_enquiries_search()}
          hideLabel
          label={m.staff_enquiries_search()}
          icon="search"
          type="search"
        />
      </header>
      <div className="inbox-views" role="group" aria-label={m.staff_enquiries_views_label()}>
        {views.map((one) => (
          <button key={one} type="button" aria-pressed={one === view} onClick={() => setQuery({ view: one })}>
            {m[`staff_enquiries_views_${one}`]()} <span className="quiet number count">{summary?.[one]}</span>
          </button>
        ))}
      </div>
      <div className="inbox-rows">
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {rows.map((row) => (
          <Row key={row.id} row={row} isOpen={String(row.id) === openId} search={`?${address}`} />
        ))}
        {data && rows.length === 0 && (
          <Empty
            icon={settled === "" ? "inbox" : "search-x"}
            title={settled === "" ? m.staff_enquiries_none() : m.staff_enquiries_none_found()}
          />
        )}
        {hasNextPage && (
          <Button onClick={() => void fetchNextPage()} isBusy={isFetchingNextPage}>
            {m.staff_enquiries_more()}
          </Button>
        )}
      </div>
      {data && (
        <footer className="small quiet">
          <Icon name="clock" size={14} />
          <FirstAnswers />
        </footer>
      )}
    </section>
  );
}

/** The time to the first answer, of the last 90 days. */
function FirstAnswers() {
  const { data } = useSummary();
  const seconds = data?.first_answers.median_seconds ?? null;
  if (!data || seconds === null) return m.staff_enquiries_no_answers_yet();
  const isHours = seconds >= 7200;
  const time = m[isHours ? "staff_enquiries_duration_hour" : "staff_enquiries_duration_minute"]({
    count: Math.max(1, Math.round(seconds / (isHours ? 3600 : 60))),
  });
  return m.staff_enquiries_first_answers({ time, count: data.first_answers.count });
}
