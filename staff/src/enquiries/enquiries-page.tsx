import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { m } from "../messages.ts";
import { AccessDeniedPage } from "../layout/access-denied-page.tsx";
import { Empty } from "../parts/states.tsx";
import { EnquiryList } from "./enquiry-list.tsx";
import { EnquiryThread, threadClass } from "./enquiry-thread.tsx";
import { useEnquiries, useSummary, views, type View } from "./queries.ts";
import { useMediaQuery } from "../parts/use-media-query.ts";
import { clsx } from "clsx/lite";

const isView = (text: string | null): text is View => views.some((view) => view === text);

/**
 * The inbox: the queue, the open thread and its sender. A phone shows either the queue or the thread. In a wide window
 * the first thread of the queue opens by default.
 */
export default function EnquiriesPage() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const { error } = useSummary();
  const isWide = useMediaQuery("(width >= 1200px)");
  const viewParam = query.get("view");
  const view = isView(viewParam) ? viewParam : "waiting";
  const searchText = query.get("q") ?? "";
  const { data } = useEnquiries(view, searchText);
  // The first thread stays open until the reader selects another queue, even if its enquiry leaves the queue.
  const queue = `${view} ${searchText}`;
  const [openedFirst, setOpenedFirst] = useState({ queue: "", id: "" });
  const firstRow = data?.pages[0]?.data[0];
  if (isWide && id === undefined && openedFirst.queue !== queue && firstRow)
    setOpenedFirst({ queue, id: String(firstRow.id) });
  const openId = id ?? (isWide && openedFirst.queue === queue ? openedFirst.id : undefined);
  if (error?.status === 403) return <AccessDeniedPage />;
  return (
    <div className="-mx-8 -mt-6 -mb-12 grid h-[calc(100dvh-3.5rem)] min-h-144 bg-surface max-md:-mx-4 max-md:-mt-4 max-md:-mb-22 max-md:h-auto max-md:min-h-[calc(100dvh-3.5rem)] md:grid-cols-[20.5rem_minmax(0,1fr)] wide:grid-cols-[20.5rem_minmax(0,1fr)_15.5rem]">
      <EnquiryList view={view} initialSearch={searchText} openId={openId} />
      {openId === undefined ? (
        <section className={clsx(threadClass, "justify-center max-md:hidden wide:col-span-2")}>
          {data && <Empty title={m.staff_enquiries_choose()}>{m.staff_enquiries_choose_text()}</Empty>}
        </section>
      ) : (
        <EnquiryThread key={openId} id={openId} />
      )}
    </div>
  );
}
