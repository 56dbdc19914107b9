import { useState } from "react";
import type { NewsletterIssue } from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { callStaff, StaffApiError } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { useIssue, useStoreIssue } from "./queries.ts";

const actions = {
  pause: { path: "POST /api/staff/newsletter-issues/:id/pause", icon: "pause" },
  resume: { path: "POST /api/staff/newsletter-issues/:id/resume", icon: "play" },
  unschedule: { path: "DELETE /api/staff/newsletter-issues/:id/schedule", icon: "calendar-x" },
} as const;

/** Changes the state of an issue without confirmation, because the change can be undone. */
export function StateButton({ issue, verb }: { issue: NewsletterIssue; verb: keyof typeof actions }) {
  const notify = useNotify();
  const storeIssue = useStoreIssue();
  const { refetch } = useIssue(String(issue.id));
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { path, icon } = actions[verb];
  const runAction = async () => {
    setIsPending(true);
    setProblem(null);
    try {
      storeIssue(await callStaff(path, { id: issue.id }));
      // Another page replaces this one, so a notice confirms the change.
      if (verb === "unschedule") notify(m.staff_newsletter_schedule_cancelled());
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      setProblem(error.message);
      await refetch();
    } finally {
      setIsPending(false);
    }
  };
  return (
    <>
      {problem && (
        <Alert tone="warning" isUrgent>
          {problem}
        </Alert>
      )}
      <Button
        variant={verb === "resume" ? "primary" : "secondary"}
        isPending={isPending}
        icon={icon}
        onClick={() => void runAction()}
      >
        {m[`staff_newsletter_${verb}`]()}
      </Button>
    </>
  );
}
