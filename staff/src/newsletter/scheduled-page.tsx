import { useState } from "react";
import type { NewsletterIssue } from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { Button } from "../../../src/ui/button.tsx";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import { IssueChip, useIssueTitle } from "./issue-labels.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { ChecksCard, Readers, SendDialog } from "./send-dialog.tsx";
import { StateButton } from "./state-button.tsx";

/** The page of a scheduled issue. It shows when the issue will be sent, and changes or cancels that. */
export function ScheduledPage({ issue }: { issue: NewsletterIssue }) {
  const can = useCan();
  const formatIssueTitle = useIssueTitle();
  const { momentInText } = useFormats();
  const [isSending, setIsSending] = useState(false);
  const title = formatIssueTitle(issue);
  return (
    <>
      <ScreenHead
        title={title}
        breadcrumb={[{ label: m.staff_menu_newsletter(), to: "/newsletter" }, { label: title }]}
        state={<IssueChip state={issue.state} />}
        facts={m.staff_newsletter_schedule_facts({
          time: momentInText(issue.scheduledAt ?? ""),
          name: isolate(issue.startedBy ?? ""),
        })}
        actions={
          can("newsletter.send") && (
            <>
              <StateButton issue={issue} verb="unschedule" />
              <Button onClick={() => setIsSending(true)}>{m.staff_newsletter_schedule_change()}</Button>
            </>
          )
        }
      />
      <div className="grid grid-cols-1 items-start gap-5 wide:grid-cols-2">
        <div className="grid gap-4">
          <ChecksCard issue={issue} />
          <Readers issue={issue} />
        </div>
        <MailPreview id={issue.id} version={issue.version} />
      </div>
      {isSending && <SendDialog issue={issue} onClose={() => setIsSending(false)} />}
    </>
  );
}
