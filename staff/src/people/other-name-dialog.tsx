import { useState } from "react";
import { useTranslate } from "ra-core";
import { staffCall, StaffApiError } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { OtherNameDialog } from "../ui/other-name-dialog.tsx";
import type { Person } from "./person-types.ts";

type Known = Pick<Person, "name_other" | "version">;

interface PersonOtherNameDialogProps {
  person: Person;
  onClose(): void;
  onSaved(): void;
}

/**
 * The person's name as it is written in the other script. What a colleague has saved meanwhile is shown before it is
 * replaced.
 */
export function PersonOtherNameDialog({ person, onClose, onSaved }: PersonOtherNameDialogProps) {
  const translate = useTranslate();
  const [newer, setNewer] = useState<Known | null>(null);
  const save = async (name: string) => {
    const { version } = newer ?? person;
    const written = { name_other: name, version };
    await staffCall(`PUT people/${encodeURIComponent(person.id)}`, written).catch((error: unknown) => {
      if (error instanceof StaffApiError && error.status === 409) setNewer(error.body["current"] as Known);
      throw error;
    });
  };
  return (
    <OtherNameDialog
      of={person}
      texts="people.other_name"
      action={newer ? translate("people.other_name.replace") : undefined}
      save={save}
      onClose={() => {
        // What is shown behind is older than what is known by now.
        if (newer) onSaved();
        onClose();
      }}
      onSaved={onSaved}
    >
      {newer && (
        <Alert tone="attention">
          {translate("people.other_name.theirs")} <bdi className="strong">{newer.name_other ?? "–"}</bdi>
        </Alert>
      )}
    </OtherNameDialog>
  );
}
