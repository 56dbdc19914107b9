import { useEffect, useState } from "react";
import { useTranslate } from "ra-core";
import { TextField } from "@mui/material";
import { Link, useSearchParams } from "react-router-dom";
import { Avatar } from "../ui/avatar.tsx";
import { BusyButton } from "../ui/busy-button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { StateChip, useSubject, Wait } from "./enquiry-labels.tsx";
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
  const translate = useTranslate();
  const subject = useSubject();
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
        {subject(row)}
      </span>
      <span className="facts row">
        <StateChip state={row.state} />
        <bdi className="quiet small clipped">{row.assignee?.name ?? translate("enquiries.nobody")}</bdi>
      </span>
    </Link>
  );
}

/** The queues with their counts, a search, and the rows; what waits longest stands first. */
export function EnquiryList({ view, q, openId }: { view: View; q: string; openId: string | undefined }) {
  const translate = useTranslate();
  const [, setQuery] = useSearchParams();
  const [typed, setTyped] = useState(q);
  const settled = useSettled(typed.trim());
  const { data: summary } = useSummary();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEnquiries(view, settled);
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const address = new URLSearchParams({ view, ...(settled === "" ? {} : { q: settled }) });
  const title = translate("enquiries.title");
  useEffect(() => {
    document.title = `${title} · ${translate("shell.title")}`;
  }, [title, translate]);
  return (
    <section className="inbox-list" aria-label={translate("enquiries.list")}>
      <header>
        <h1>{title}</h1>
        <TextField
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={translate("enquiries.search")}
          fullWidth
          slotProps={{
            htmlInput: { "aria-label": translate("enquiries.search"), type: "search" },
          }}
        />
      </header>
      <div className="inbox-views" role="group" aria-label={translate("enquiries.views_label")}>
        {views.map((one) => (
          <button key={one} type="button" aria-pressed={one === view} onClick={() => setQuery({ view: one })}>
            {translate(`enquiries.views.${one}`)} <span className="quiet number count">{summary?.[one]}</span>
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
            title={translate(settled === "" ? "enquiries.none" : "enquiries.none_found")}
          />
        )}
        {hasNextPage && (
          <BusyButton onClick={() => void fetchNextPage()} isBusy={isFetchingNextPage}>
            {translate("enquiries.more")}
          </BusyButton>
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
  const translate = useTranslate();
  const { data } = useSummary();
  const seconds = data?.first_answers.median_seconds ?? null;
  if (!data || seconds === null) return translate("enquiries.no_answers_yet");
  const isHours = seconds >= 7200;
  const time = translate(isHours ? "enquiries.duration.hour" : "enquiries.duration.minute", {
    smart_count: Math.max(1, Math.round(seconds / (isHours ? 3600 : 60))),
  });
  return translate("enquiries.first_answers", { time, smart_count: data.first_answers.count });
}
