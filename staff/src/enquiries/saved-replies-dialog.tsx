import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Dialog, DialogActions, DialogContent, TextField } from "@mui/material";
import { m } from "../messages.ts";
import { callStaff, StaffApiError } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { BusyButton } from "../ui/busy-button.tsx";
import { DialogHead } from "../ui/dialog-head.tsx";
import { Icon } from "../ui/icon.tsx";
import type { SavedReply } from "../../../src/features/letters/inbox/inbox.schema.ts";
import { useSavedReplies } from "./queries.ts";

type Edited = Omit<SavedReply, "id" | "version"> & Partial<Pick<SavedReply, "id" | "version">>;
const empty: Edited = { name: "", text_eng: "", text_ar: "" };

/** Saved replies in both languages: new ones, changed ones, deleted ones. */
export function SavedRepliesDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const { data } = useSavedReplies();
  const close = () => {
    setEdited(null);
    onClose();
  };
  return (
    <Dialog open={isOpen} onClose={close} fullWidth maxWidth="md" aria-labelledby="saved-title">
      <DialogHead id="saved-title" onClose={close}>
        {m.staff_enquiries_saved_title()}
      </DialogHead>
      {edited ? (
        <Editor key={edited.id ?? 0} reply={edited} onDone={() => setEdited(null)} />
      ) : (
        <>
          <DialogContent>
            {data?.data.length === 0 && <p className="quiet">{m.staff_enquiries_saved_none()}</p>}
            <ul className="rows">
              {data?.data.map((reply) => (
                <li key={reply.id}>
                  <div className="grow">
                    <p className="strong" dir="auto">
                      {reply.name}
                    </p>
                    <p className="small quiet clipped" lang="en" dir="ltr">
                      {reply.text_eng}
                    </p>
                  </div>
                  <Button variant="outlined" size="small" onClick={() => setEdited(reply)}>
                    {m.staff_ra_action_edit()}
                  </Button>
                </li>
              ))}
            </ul>
          </DialogContent>
          <DialogActions>
            <Button variant="contained" startIcon={<Icon name="plus" size={16} />} onClick={() => setEdited(empty)}>
              {m.staff_enquiries_saved_add()}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

function Editor({ reply, onDone }: { reply: Edited; onDone(): void }) {
  const client = useQueryClient();
  const [texts, setTexts] = useState(reply);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const run = async (call: () => Promise<unknown>) => {
    setIsSaving(true);
    setErrors({});
    setProblem(null);
    try {
      await call();
      await client.invalidateQueries({ queryKey: ["saved-replies"] });
      onDone();
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      setErrors(error.fields);
      if (error.status !== 422) setProblem(error.message);
    } finally {
      setIsSaving(false);
    }
  };
  const { id } = reply;
  const { name, text_eng, text_ar, version } = texts;
  const save = () =>
    run(() =>
      id === undefined || version === undefined
        ? callStaff("POST /api/staff/saved-replies", { name, text_eng, text_ar })
        : callStaff("PUT /api/staff/saved-replies/:id", { id, name, text_eng, text_ar, version }),
    );
  const remove = (id: number) => run(() => callStaff("DELETE /api/staff/saved-replies/:id", { id }));
  const field = (key: "name" | "text_eng" | "text_ar", more: { lang?: string; dir?: string; rows?: number } = {}) => (
    <TextField
      label={m[`staff_enquiries_saved_${key}`]()}
      value={texts[key]}
      onChange={(event) => setTexts({ ...texts, [key]: event.target.value })}
      error={errors[key] !== undefined}
      helperText={errors[key]?.[0]}
      fullWidth
      required
      multiline={more.rows !== undefined}
      {...(more.rows === undefined ? {} : { rows: more.rows })}
      slotProps={{ htmlInput: { lang: more.lang, dir: more.dir ?? "auto" } }}
    />
  );
  return (
    <>
      <DialogContent>
        <div className="stack saved-editor">
          {problem && (
            <Alert tone="wrong" isUrgent>
              {problem}
            </Alert>
          )}
          {field("name")}
          <div className="two-columns">
            {field("text_eng", { lang: "en", dir: "ltr", rows: 8 })}
            {field("text_ar", { lang: "ar", dir: "rtl", rows: 8 })}
          </div>
        </div>
      </DialogContent>
      <DialogActions>
        {id !== undefined && (
          <Button color="error" disabled={isSaving} onClick={() => void remove(id)}>
            {m.staff_ra_action_delete()}
          </Button>
        )}
        <span className="grow" />
        <Button variant="outlined" onClick={onDone} disabled={isSaving}>
          {m.staff_ra_action_cancel()}
        </Button>
        <BusyButton variant="contained" isBusy={isSaving} onClick={() => void save()}>
          {m.staff_ra_action_save()}
        </BusyButton>
      </DialogActions>
    </>
  );
}
