import { useState, type ReactNode } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { isolate } from "../../../src/i18n/isolate.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useForm } from "./use-form.ts";

interface OtherNameDialogProps {
  /** The person's name, and its spelling in the other script if it is known. */
  person: { name: string | null; name_other: string | null };
  /** Prefix of the message keys of the dialog: `title`, `text`, `field`, `done`. */
  texts: "people_other_name" | "roster_other_name";
  /** Label of the button instead of “Save”. */
  action?: string | undefined;
  /** Shown below the field. */
  children?: ReactNode;
  /** Saves the trimmed name. If it throws, the dialog shows the error. */
  save(name: string): Promise<void>;
  onClose(): void;
  onSaved(): void;
}

/** Asks for a person's name in the other script. */
export function OtherNameDialog(props: OtherNameDialogProps) {
  const { person, texts, action, children, onClose, onSaved } = props;
  const notify = useNotify();
  const [name, setName] = useState(person.name_other ?? "");
  const form = useForm(["name_other"]);
  const save = () =>
    form.confirm(async () => {
      await props.save(name.trim());
      notify(m[`staff_${texts}_done`](), { type: "success" });
      onSaved();
    });
  return (
    <ConfirmDialog
      isOpen
      size="sm"
      title={m[`staff_${texts}_title`]({ name: isolate(person.name ?? "") })}
      actionLabel={action ?? m.staff_common_action_save()}
      onClose={onClose}
      onConfirm={save}
    >
      <p>{m[`staff_${texts}_text`]()}</p>
      <TextField
        autoFocus
        label={m[`staff_${texts}_field`]()}
        value={name}
        error={form.messageFor("name_other")}
        onChange={(event) => setName(event.target.value)}
        dir="auto"
        maxLength={120}
        autoComplete="off"
      />
      {children}
    </ConfirmDialog>
  );
}
