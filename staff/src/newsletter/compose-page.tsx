import { lazy, Suspense, useId, useState } from "react";
import { m } from "../messages.ts";
import type { NewsletterIssue } from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Panel } from "../parts/panel.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { LoadingState } from "../parts/states.tsx";
import { useEditorKeys } from "../parts/use-editor-keys.ts";
import { useCan } from "../frame/session.ts";
import { AddCards } from "./add-card.tsx";
import { IssueChip, useIssueTitle } from "./issue-labels.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { ChecksCard, Readers, SendDialog } from "./send-dialog.tsx";
import { TestDialog } from "./test-dialog.tsx";
import { useDraft, type TextName } from "./use-draft.ts";
import { saveStateClass } from "../parts/save-state.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Button } from "../../../src/ui/button.tsx";

/** Loaded after the page, because the editor is most of its code. */
const RichText = lazy(async () => ({ default: (await import("../parts/rich-text.tsx")).RichText }));

type Side = "eng" | "ar";
const languageAttributes = { eng: { lang: "en", dir: "ltr" }, ar: { lang: "ar", dir: "rtl" } } as const;
/** Recommended maximum lengths. Most email programs cut longer texts. */
const recommendedLengths = { subject: 60, preheader: 90 } as const;

/** Edits a draft in both languages side by side. Shows its preview, checks and readers. */
export function ComposePage({ issue }: { issue: NewsletterIssue }) {
  const can = useCan();
  const formatIssueTitle = useIssueTitle();
  const { date, locale, momentInText } = useFormats();
  const draft = useDraft(issue);
  const [dialog, setDialog] = useState<"test" | "send" | null>(null);
  const order: Side[] = locale === "ar" ? ["ar", "eng"] : ["eng", "ar"];
  const openDialog = async (dialogName: "test" | "send") => {
    if (draft.state !== "saved" && !(await draft.save())) return;
    setDialog(dialogName);
  };
  const isBlocked = draft.state === "conflict" || draft.state === "saving";
  useEditorKeys({
    save: () => {
      if (draft.state === "changed" || draft.state === "failed") void draft.save();
    },
    send: () => {
      if (can("newsletter.send") && !isBlocked) void openDialog("send");
    },
  });
  return (
    <>
      <ScreenHead
        sticky
        title={formatIssueTitle(draft.texts)}
        breadcrumb={[{ label: m.staff_menu_newsletter(), to: "/newsletter" }]}
        state={<IssueChip state={issue.state} />}
        actions={
          <>
            <span className={saveStateClass} role="status">
              <Icon key={draft.state} name={draft.state === "failed" ? "cloud-off" : "cloud-check"} size={16} />
              {m[`staff_newsletter_save_${draft.state}`]({ time: date(issue.savedAt, "time") })}
            </span>
            <Button
              variant="secondary"
              disabled={isBlocked}
              icon="send"
              mirrorsIcon
              onClick={() => void openDialog("test")}
            >
              {m.staff_newsletter_test_open()}
            </Button>
            {can("newsletter.send") && (
              <Button variant="primary" disabled={isBlocked} onClick={() => void openDialog("send")}>
                {m.staff_newsletter_check_and_send()}
              </Button>
            )}
          </>
        }
      />
      {issue.scheduledAt && (
        <Alert tone="warning" className="mb-5">
          {m.staff_newsletter_missed({ time: momentInText(issue.scheduledAt) })}
        </Alert>
      )}
      {draft.theirs && <Conflict theirs={draft.theirs} onDecide={draft.decide} />}
      <div className="grid grid-cols-1 items-start gap-5 wide:grid-cols-2">
        <div className="grid gap-4">
          <Panel title={m.staff_newsletter_opening()}>
            <div className="grid gap-4">
              {(["subject", "preheader"] as const).map((name) => (
                <div key={name} className="grid items-start gap-5 md:grid-cols-2">
                  {order.map((side) => (
                    <LineField key={side} name={name} side={side} draft={draft} />
                  ))}
                </div>
              ))}
            </div>
          </Panel>
          <Panel title={m.staff_newsletter_body()}>
            <div className="grid gap-4">
              {order.map((side) => (
                <BodyField key={side} side={side} draft={draft} />
              ))}
              <AddCards texts={draft.texts} write={draft.write} />
            </div>
          </Panel>
        </div>
        <div className="grid gap-4">
          <MailPreview id={issue.id} version={issue.version} />
          <ChecksCard issue={issue} />
          <Readers issue={issue} />
        </div>
      </div>
      <TestDialog issue={issue} isOpen={dialog === "test"} onClose={() => setDialog(null)} />
      {dialog === "send" && <SendDialog issue={issue} onClose={() => setDialog(null)} />}
    </>
  );
}

type Draft = ReturnType<typeof useDraft>;

function LineField({ name, side, draft }: { name: "subject" | "preheader"; side: Side; draft: Draft }) {
  const key: TextName = `${name}_${side}`;
  const error = draft.fields[key]?.[0];
  const value = draft.texts[key];
  return (
    <TextField
      {...languageAttributes[side]}
      label={m[`staff_newsletter_fields_${key}`]()}
      value={value}
      maxLength={name === "subject" ? 120 : 150}
      error={error}
      hint={m.staff_newsletter_length({ now: [...value].length, best: recommendedLengths[name] })}
      onChange={(event) => draft.write(key, event.target.value)}
    />
  );
}

function BodyField({ side, draft }: { side: Side; draft: Draft }) {
  const id = useId();
  const key: TextName = `body_${side}`;
  return (
    <div className="grid gap-1.25">
      <span className="text-sm font-medium" id={`${id}-label`}>
        {m[`staff_newsletter_fields_${key}`]()}
      </span>
      <Suspense fallback={<LoadingState />}>
        <RichText
          id={id}
          labelId={`${id}-label`}
          value={draft.texts[key]}
          onChange={(html) => draft.write(key, html)}
          {...languageAttributes[side]}
        />
      </Suspense>
    </div>
  );
}

function Conflict({ theirs, onDecide }: { theirs: NewsletterIssue; onDecide(side: "mine" | "theirs"): void }) {
  const { date } = useFormats();
  return (
    <Alert
      tone="warning"
      isUrgent
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" onClick={() => onDecide("theirs")}>
            {m.staff_common_action_take_theirs()}
          </Button>
          <Button variant="secondary" onClick={() => onDecide("mine")}>
            {m.staff_newsletter_conflict_mine()}
          </Button>
        </div>
      }
    >
      {m.staff_newsletter_conflict_text({ name: theirs.savedBy, time: date(theirs.savedAt, "time") })}
    </Alert>
  );
}
