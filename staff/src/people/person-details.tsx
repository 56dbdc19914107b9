import { useState } from "react";
import { m, type PlainKey } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { EmailAddress } from "../parts/email-address.tsx";
import { useFormats } from "../parts/formats.ts";
import { useCan } from "../frame/session.ts";
import type { Person } from "./person-types.ts";
import { languageName, professionName } from "./person-labels.tsx";
import { callStaff, StaffApiError } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { OtherNameDialog } from "../parts/other-name-dialog.tsx";
import { Button } from "../../../src/ui/button.tsx";

type SavedName = Pick<Person, "name_other" | "version">;

interface PersonOtherNameDialogProps {
  person: Person;
  onClose(): void;
  onSaved(): void;
}

/**
 * Asks for the person's name in the other script. If a colleague has saved one meanwhile, shows theirs and asks before
 * replacing it.
 */
function PersonOtherNameDialog({ person, onClose, onSaved }: PersonOtherNameDialogProps) {
  const [newer, setNewer] = useState<SavedName | null>(null);
  const save = async (name: string) => {
    const { version } = newer ?? person;
    const changes = { name_other: name, version };
    await callStaff("PUT /api/staff/people/:id", { id: person.id, ...changes }).catch((error: unknown) => {
      if (error instanceof StaffApiError && error.status === 409) setNewer(error.body["current"] as SavedName);
      throw error;
    });
  };
  return (
    <OtherNameDialog
      person={person}
      texts="people_other_name"
      action={newer ? m.staff_people_other_name_replace() : undefined}
      save={save}
      onClose={() => {
        // The page behind the dialog may still show outdated data.
        if (newer) onSaved();
        onClose();
      }}
      onSaved={onSaved}
    >
      {newer && (
        <Alert tone="warning">
          {m.staff_people_other_name_theirs()} <bdi className="font-medium">{newer.name_other ?? "–"}</bdi>
        </Alert>
      )}
    </OtherNameDialog>
  );
}

/** The person's details. Staff may change only the name in the other script, which rosters and sign-in sheets print. */
export function PersonDetails({ person, onChange }: { person: Person; onChange(): void }) {
  const { date } = useFormats();
  const can = useCan();
  const [isEditing, setIsEditing] = useState(false);
  const rows: [PlainKey, string, boolean?][] = [
    ["staff_people_other_name_short", person.name_other ?? ""],
    ["staff_common_email", person.email, true],
    ["staff_people_phone", person.contact_number, true],
    ["staff_people_scfhs", person.scfhs_number, true],
    ["staff_people_profession", professionName(person.profession)],
    ["staff_people_workplace", person.workplace],
    ["staff_people_address", person.address],
    ["staff_people_writes_in", languageName(person.locale)],
    ["staff_people_since", date(person.created_at)],
  ];
  return (
    <Panel
      title={m.staff_common_details()}
      action={
        can("roster.write") && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={m.staff_people_other_name_edit_label()}
            onClick={() => setIsEditing(true)}
          >
            {m.staff_common_action_edit()}
          </Button>
        )
      }
    >
      <dl className="details">
        {rows.map(([key, value, isLtr]) => (
          <div className="pair" key={key}>
            <dt>{m[key]()}</dt>
            <dd>
              {!value ? (
                <span className="text-ink-3">–</span>
              ) : key === "staff_common_email" ? (
                <EmailAddress address={value} />
              ) : (
                <bdi dir={isLtr ? "ltr" : undefined}>{value}</bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isEditing && <PersonOtherNameDialog person={person} onClose={() => setIsEditing(false)} onSaved={onChange} />}
    </Panel>
  );
}
