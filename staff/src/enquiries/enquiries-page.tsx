import { useParams, useSearchParams } from "react-router";
import { m } from "../messages.ts";
import { AccessDeniedPage } from "../layout/access-denied-page.tsx";
import { Empty } from "../parts/states.tsx";
import { EnquiryList } from "./enquiry-list.tsx";
import { EnquiryThread } from "./enquiry-thread.tsx";
import { useSummary, views, type View } from "./queries.ts";
import "./inbox.css";

const isView = (text: string | null): text is View => views.some((view) => view === text);

/** The inbox: the queue, the thread that is open, and who wrote. On a phone the queue or the thread. */
export default function EnquiriesPage() {
  const { id } = useParams();
  const [query] = useSearchParams();
  const { error } = useSummary();
  const asked = query.get("view");
  const view = isView(asked) ? asked : "waiting";
  if (error?.status === 403) return <AccessDeniedPage />;
  return (
    <div className={`inbox${id === undefined ? "" : " has-thread"}`}>
      <EnquiryList view={view} q={query.get("q") ?? ""} openId={id} />
      {id === undefined ? (
        <section className="inbox-thread is-empty">
          <Empty title={m.staff_enquiries_choose()}>{m.staff_enquiries_choose_text()}</Empty>
        </section>
      ) : (
        <EnquiryThread key={id} id={id} />
      )}
    </div>
  );
}
