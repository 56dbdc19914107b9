import { useState } from "react";
import { useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { Card } from "../ui/card.tsx";
import { EmailAddress } from "../ui/email-address.tsx";
import { useFormats } from "../ui/formats.ts";
import { useMay } from "../ui/use-may.ts";
import type { Person } from "./person-types.ts";
import { useLanguageName, useProfession } from "./person-labels.tsx";
import { staffCall, StaffApiError } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { OtherNameDialog } from "../ui/other-name-dialog.tsx";

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
function PersonOtherNameDialog({ person, onClose, onSaved }: PersonOtherNameDialogProps) {
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

/**
 * The person's details; theirs to change but for the name in the other script, which rosters and sign-in sheets print.
 */
export function PersonDetails({ person, onChange }: { person: Person; onChange(): void }) {
  const translate = useTranslate();
  const { date } = useFormats();
  const may = useMay();
  const profession = useProfession();
  const language = useLanguageName();
  const [isEditing, setIsEditing] = useState(false);
  const rows: [string, string, boolean?][] = [
    ["other_name.short", person.name_other ?? ""],
    ["email", person.email, true],
    ["phone", person.contact_number, true],
    ["scfhs", person.scfhs_number, true],
    ["profession", profession(person.profession)],
    ["workplace", person.workplace],
    ["address", person.address],
    ["writes_in", language(person.locale)],
    ["since", date(person.created_at)],
  ];
  return (
    <Card
      title={translate("people.details")}
      action={
        may("roster.write") && (
          <Button
            size="small"
            aria-label={translate("people.other_name.edit_label")}
            onClick={() => setIsEditing(true)}
          >
            {translate("people.other_name.edit")}
          </Button>
        )
      }
    >
      <dl className="details">
        {rows.map(([key, value, isLtr]) => (
          <div className="pair" key={key}>
            <dt>{translate(`people.${key}`)}</dt>
            <dd>
              {!value ? (
                <span className="quiet">–</span>
              ) : key === "email" ? (
                <EmailAddress address={value} />
              ) : (
                <bdi className={isLtr ? "ltr" : ""}>{value}</bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isEditing && <PersonOtherNameDialog person={person} onClose={() => setIsEditing(false)} onSaved={onChange} />}
    </Card>
  );
}
