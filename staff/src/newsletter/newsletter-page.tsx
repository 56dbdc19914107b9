import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useNavigate, useSearchParams } from "react-router";
import { m } from "../messages.ts";
import { callStaff, StaffApiError } from "../api.ts";
import { AccessDeniedPage } from "../layout/access-denied-page.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { useCan } from "../frame/session.ts";
import { IssueTable } from "./issue-table.tsx";
import { useIssues } from "./queries.ts";
import { SubscriberTable } from "./subscriber-table.tsx";
import { tabRowClass } from "../parts/view-tabs.tsx";
import { Button } from "../../../src/ui/button.tsx";

const tabs = ["issues", "subscribers"] as const;

/** Issues and subscribers. */
export default function NewsletterPage() {
  const notify = useNotify();
  const navigate = useNavigate();
  const can = useCan();
  const [query, setQuery] = useSearchParams();
  const [isCreating, setIsCreating] = useState(false);
  const { error } = useIssues(1);
  const activeTab = tabs.find((tab) => tab === query.get("tab")) ?? "issues";
  const createIssue = async () => {
    setIsCreating(true);
    try {
      const { id } = await callStaff("POST /api/staff/newsletter-issues", {});
      await navigate(`/newsletter/${id}`);
    } catch (failure) {
      if (!(failure instanceof StaffApiError)) throw failure;
      notify(failure.message, { type: "warning" });
      setIsCreating(false);
    }
  };
  if (error?.status === 403) return <AccessDeniedPage />;
  return (
    <>
      <ScreenHead
        title={m.staff_menu_newsletter()}
        facts={m.staff_newsletter_facts()}
        actions={
          can("newsletter.write") && (
            <Button
              variant="primary"
              data-shortcut="new"
              isPending={isCreating}
              icon="plus"
              onClick={() => void createIssue()}
            >
              {m.staff_newsletter_new()}
            </Button>
          )
        }
      />
      <section className="card">
        <div className={tabRowClass} role="group" aria-label={m.staff_menu_newsletter()}>
          {tabs.map((tab) => (
            <button key={tab} type="button" aria-pressed={tab === activeTab} onClick={() => setQuery({ tab })}>
              {m[`staff_newsletter_tabs_${tab}`]()}
            </button>
          ))}
        </div>
        {activeTab === "issues" ? <IssueTable /> : <SubscriberTable />}
      </section>
    </>
  );
}
