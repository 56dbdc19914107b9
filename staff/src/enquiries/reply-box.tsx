import { useRef, useState, type KeyboardEvent } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Menu } from "../parts/menu.tsx";
import { callStaff, StaffApiError } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { Kbd } from "../parts/kbd.tsx";
import type { Enquiry, SavedReply } from "../../../src/features/contact/inbox/inbox.schema.ts";
import { useStoreEnquiry, useSavedReplies } from "./queries.ts";
import { SavedRepliesDialog } from "./saved-replies-dialog.tsx";
import { clsx } from "clsx/lite";
import { ToggleGroup } from "../parts/choice.tsx";
import { Button } from "../../../src/ui/button.tsx";

/** Unsent texts by enquiry and kind, kept while the portal is open. */
const drafts = new Map<string, string>();
const maxReplyButtons = 4;

/** Sends a reply in the sender's language, or saves a note for the staff. The two look clearly different. */
export function ReplyBox({ enquiry }: { enquiry: Enquiry }) {
  const [selectedKind, setSelectedKind] = useState<"reply" | "note">("reply");
  const canReply = enquiry.state !== "spam";
  const kind = canReply ? selectedKind : "note";
  return (
    <div
      className={clsx(
        "grid gap-2.5 border-t border-line px-6 pt-3.5 pb-4.5 max-md:px-4",
        kind === "note" ? "bg-note" : "bg-row",
      )}
    >
      <div className="flex flex-wrap items-center gap-2">
        <ToggleGroup
          label={m.staff_enquiries_write()}
          value={kind}
          onChange={setSelectedKind}
          options={[
            ...(canReply
              ? [{ value: "reply" as const, label: <KindLabel icon="reply">{m.staff_enquiries_reply()}</KindLabel> }]
              : []),
            { value: "note" as const, label: <KindLabel icon="lock">{m.staff_enquiries_note()}</KindLabel> },
          ]}
        />
        <span className="text-sm text-ink-3 truncate min-w-0">
          {kind === "reply" ? m.staff_enquiries_to({ email: enquiry.email }) : m.staff_enquiries_note_hint()}
        </span>
      </div>
      <MessageForm key={kind} enquiry={enquiry} kind={kind} />
    </div>
  );
}

function KindLabel({ icon, children }: { icon: "reply" | "lock"; children: string }) {
  return (
    <>
      <Icon name={icon} size={16} mirrors={icon === "reply"} />
      {children}
    </>
  );
}

function MessageForm({ enquiry, kind }: { enquiry: Enquiry; kind: "reply" | "note" }) {
  const notify = useNotify();
  const storeEnquiry = useStoreEnquiry();
  const draftKey = `${enquiry.id}:${kind}`;
  const [text, setText] = useState(drafts.get(draftKey) ?? "");
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const changeText = (value: string) => {
    setText(value);
    drafts.set(draftKey, value);
  };
  const insert = (reply: SavedReply) => {
    const savedText = enquiry.locale === "ar" ? reply.text_ar : reply.text_eng;
    changeText(text.trim() === "" ? savedText : `${text.trimEnd()}\n\n${savedText}`);
    field.current?.focus();
  };
  const send = async (keepOpen: boolean) => {
    if (text.trim() === "" || isSending) return;
    setIsSending(true);
    setProblem(null);
    try {
      const { id, version } = enquiry;
      storeEnquiry(
        kind === "reply"
          ? await callStaff("POST /api/staff/enquiries/:id/replies", { id, text, version, keepOpen })
          : await callStaff("POST /api/staff/enquiries/:id/notes", { id, text }),
      );
      changeText("");
      notify(kind === "reply" ? m.staff_enquiries_sent() : m.staff_enquiries_noted(), { type: "success" });
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      const current = error.body["current"] as Enquiry | undefined;
      if (current) storeEnquiry(current);
      setProblem(current ? describeConflict(current) : error.message);
    } finally {
      setIsSending(false);
    }
  };
  const describeConflict = (current: Enquiry): string => {
    const lastReply = current.messages.findLast((message) => message.kind === "reply");
    const isNew = lastReply && !enquiry.messages.some(({ id }) => id === lastReply.id);
    return isNew
      ? m.staff_enquiries_replied_meanwhile({ name: lastReply.author })
      : m.staff_enquiries_changed_meanwhile();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send(false);
    } else if (event.code === "Slash" && kind === "reply" && text === "" && !event.shiftKey) {
      event.preventDefault();
      setIsMenuOpen(true);
    }
  };
  const isReply = kind === "reply";
  const language = isReply ? enquiry.locale : undefined;
  return (
    <>
      {problem && (
        <Alert tone="warning" isUrgent>
          {problem}
        </Alert>
      )}
      <textarea
        className={clsx("control resize-y leading-relaxed", !isReply && "border-note-ink")}
        ref={field}
        value={text}
        rows={4}
        lang={language}
        dir={isReply ? (enquiry.locale === "ar" ? "rtl" : "ltr") : "auto"}
        maxLength={isReply ? 10_000 : 5000}
        aria-label={isReply ? m.staff_enquiries_reply() : m.staff_enquiries_note()}
        onChange={(event) => changeText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isReply && <SavedReplies onInsert={insert} isMenuOpen={isMenuOpen} onMenu={setIsMenuOpen} />}
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 text-sm text-ink-3 max-md:basis-full">
          {isReply ? m[`staff_enquiries_written_in_${enquiry.locale}`]() : m.staff_enquiries_only_staff()}
        </span>
        {isReply ? (
          <>
            <Button variant="secondary" disabled={isSending || text.trim() === ""} onClick={() => void send(true)}>
              {m.staff_enquiries_send_open()}
            </Button>
            <Button
              variant="primary"
              isPending={isSending}
              disabled={text.trim() === ""}
              icon="send"
              mirrorsIcon
              onClick={() => void send(false)}
            >
              {m.staff_enquiries_send()}
            </Button>
          </>
        ) : (
          <Button
            variant="primary"
            isPending={isSending}
            disabled={text.trim() === ""}
            icon="lock"
            onClick={() => void send(false)}
          >
            {m.staff_enquiries_add_note()}
          </Button>
        )}
      </div>
    </>
  );
}

/** Shows the first saved replies as buttons, and a menu with all of them. The key `/` opens the menu. */
function SavedReplies({
  onInsert,
  isMenuOpen,
  onMenu,
}: {
  onInsert(reply: SavedReply): void;
  isMenuOpen: boolean;
  onMenu(isOpen: boolean): void;
}) {
  const [isManaging, setIsManaging] = useState(false);
  const { data } = useSavedReplies();
  const replies = data?.data ?? [];
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {replies.slice(0, maxReplyButtons).map((reply) => (
        <button
          key={reply.id}
          type="button"
          className="min-h-7 rounded-full border border-line-2 bg-surface px-3 py-0.75 text-sm max-md:min-h-11"
          onClick={() => onInsert(reply)}
        >
          <bdi>{reply.name}</bdi>
        </button>
      ))}
      <Menu
        size="sm"
        icon="text-quote"
        label={m.staff_enquiries_saved_title()}
        isOpen={isMenuOpen}
        onOpenChange={onMenu}
        items={[
          ...replies.map((reply) => ({ label: <bdi>{reply.name}</bdi>, onChoose: () => onInsert(reply) })),
          { icon: "pencil", label: m.staff_enquiries_saved_manage(), onChoose: () => setIsManaging(true) },
        ]}
      >
        {m.staff_enquiries_saved_title()} <Kbd>/</Kbd>
      </Menu>
      <SavedRepliesDialog isOpen={isManaging} onClose={() => setIsManaging(false)} />
    </div>
  );
}
