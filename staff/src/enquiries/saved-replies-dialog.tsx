import { useState, type ChangeEvent } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { isolate } from "../../../src/i18n/isolate.ts";
import { m } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Dialog, DialogActions, DialogBody } from "../parts/dialog.tsx";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { callStaff } from "../api.ts";
import { useUndo } from "../frame/notices.tsx";
import { useForm } from "../parts/use-form.ts";
import type { SavedReply } from "../../../src/features/contact/inbox/inbox.schema.ts";
import { useSavedReplies } from "./queries.ts";
import { Row, Rows } from "../parts/rows.tsx";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";

type EditedReply = Omit<SavedReply, "id" | "version"> & Partial<Pick<SavedReply, "id" | "version">>;
const emptyReply: EditedReply = { name: "", text_eng: "", text_ar: "" };

/** Creates, edits and deletes saved replies, in both languages. */
export function SavedRepliesDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const [edited, setEdited] = useState<EditedReply | null>(null);
  const { data } = useSavedReplies();
  const close = () => {
    setEdited(null);
    onClose();
  };
  if (!isOpen) return null;
  return (
    <Dialog title={m.staff_enquiries_saved_title()} onClose={close} size="lg" hasSteps>
      {edited ? (
        <Editor key={edited.id ?? 0} reply={edited} onDone={() => setEdited(null)} onDeleted={close} />
      ) : (
        <>
          <DialogBody>
            {data?.data.length === 0 && <p className="text-ink-3">{m.staff_enquiries_saved_none()}</p>}
            <Rows>
              {data?.data.map((reply) => (
                <Row
                  key={reply.id}
                  end={
                    <Button
                      variant="secondary"
                      size="sm"
                      aria-label={`${m.staff_common_action_edit()}: ${isolate(reply.name)}`}
                      onClick={() => setEdited(reply)}
                    >
                      {m.staff_common_action_edit()}
                    </Button>
                  }
                >
                  <p className="font-medium" dir="auto">
                    {reply.name}
                  </p>
                  <p className="truncate text-sm text-ink-3" lang="en" dir="ltr">
                    {reply.text_eng}
                  </p>
                </Row>
              ))}
            </Rows>
          </DialogBody>
          <DialogActions>
            <Button variant="primary" icon="plus" onClick={() => setEdited(emptyReply)}>
              {m.staff_enquiries_saved_add()}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface EditorProps {
  reply: EditedReply;
  onDone(): void;
  /** Must close the dialog, because it would cover the notice that offers to undo. */
  onDeleted(): void;
}

function Editor({ reply, onDone, onDeleted }: EditorProps) {
  const client = useQueryClient();
  const [texts, setTexts] = useState(reply);
  const form = useForm(["name", "text_eng", "text_ar"]);
  const offerUndo = useUndo();
  const reload = () => client.invalidateQueries({ queryKey: ["saved-replies"] });
  const run = (call: () => Promise<unknown>) =>
    form.submit(async () => {
      await call();
      await reload();
      onDone();
    });
  const { id } = reply;
  const { name, text_eng, text_ar, version } = texts;
  const save = () =>
    run(() =>
      id === undefined || version === undefined
        ? callStaff("POST /api/staff/saved-replies", { name, text_eng, text_ar })
        : callStaff("PUT /api/staff/saved-replies/:id", { id, name, text_eng, text_ar, version }),
    );
  const remove = (id: number) =>
    run(async () => {
      await callStaff("DELETE /api/staff/saved-replies/:id", { id });
      const { name, text_eng, text_ar } = reply;
      const undo = async () => {
        await callStaff("POST /api/staff/saved-replies", { name, text_eng, text_ar });
        await reload();
      };
      offerUndo(m.staff_enquiries_saved_deleted({ name: isolate(name) }), undo);
      onDeleted();
    });
  const fieldProps = (key: "name" | "text_eng" | "text_ar") => ({
    label: m[`staff_enquiries_saved_${key}`](),
    required: true,
    value: texts[key],
    error: form.messageFor(key),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTexts({ ...texts, [key]: event.target.value }),
  });
  return (
    <>
      <DialogBody>
        <Problem>{form.problem}</Problem>
        <TextField {...fieldProps("name")} />
        <div className="grid items-start gap-5 md:grid-cols-2">
          <TextArea {...fieldProps("text_eng")} lang="en" dir="ltr" rows={8} />
          <TextArea {...fieldProps("text_ar")} lang="ar" dir="rtl" rows={8} />
        </div>
      </DialogBody>
      <DialogActions>
        {id !== undefined && (
          <Button variant="secondary" disabled={form.isPending} onClick={() => void remove(id)}>
            {m.staff_common_action_delete()}
          </Button>
        )}
        <span className="min-w-0 flex-1" />
        <Button variant="secondary" onClick={onDone} disabled={form.isPending}>
          {m.staff_common_action_cancel()}
        </Button>
        <Button variant="primary" isPending={form.isPending} onClick={() => void save()}>
          {m.staff_common_action_save()}
        </Button>
      </DialogActions>
    </>
  );
}
