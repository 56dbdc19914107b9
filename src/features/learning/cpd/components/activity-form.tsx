import { useState } from "react";
import { callApi, uploadApi } from "#platform/api-client.ts";
import type { FieldMap } from "#platform/errors.ts";
import { normaliseInput } from "#i18n/input-text.ts";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import { Icon } from "#ui/icon.tsx";
import { Select } from "#ui/select.tsx";
import { DateField, getFormDate } from "#ui/date-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { activityKinds, type ActivityKind } from "../record.ts";
import { kindLabel } from "../record-labels.ts";
import { ProofField, getProofAfterRefusal, type ChosenProof } from "./proof-field.tsx";
import type { Declared } from "./record-types.ts";

/** Parses typed hours such as `4`, `1.5` or `١٫٥`; NaN for other text. */
export const parseTypedHours = (text: string): number => {
  const plain = normaliseInput(text).replace(/[,٫]/, ".");
  return plain === "" ? Number.NaN : Number(plain);
};

/** Form to add or edit a declared activity. */
export function ActivityForm({
  activity,
  today,
  onDone,
  onCancel,
}: {
  activity: Declared | null;
  today: string;
  onDone: (message: string) => void;
  onCancel: () => void;
}) {
  const locale = useLocale();
  const [errors, setErrors] = useState<FieldMap>();
  const [failure, setFailure] = useState("");
  const [proof, setProof] = useState<ChosenProof>(activity?.proof ?? null);
  const [isConfirming, setConfirming] = useState(false);

  async function send(data: FormData) {
    const field = (name: string) => String(data.get(name) ?? "");
    setFailure("");
    let stored = proof;
    if (stored instanceof File) {
      const upload = await uploadApi("/api/upload-proof", stored);
      if (!upload.ok) {
        const fileErrors = upload.fields["file"];
        setErrors(fileErrors && { proof_id: fileErrors });
        return setFailure(upload.message);
      }
      stored = upload.data;
      // Keeps the stored file, so that it is not uploaded again when the server refuses the activity.
      setProof(stored);
    }
    const answer = await callApi("/api/save-activity", {
      ...(activity && { id: activity.id }),
      title: field("title"),
      provider: field("provider"),
      kind: field("kind") as ActivityKind,
      date: getFormDate(data, "date"),
      hours: parseTypedHours(field("hours")),
      proof_id: stored && stored.id,
    });
    if (answer.ok) return onDone(answer.data.message);
    if (answer.fields["proof_id"]) setProof(getProofAfterRefusal(stored, activity?.proof ?? null));
    const isTyped = field("hours").trim() !== "";
    setErrors(answer.fields["hours"] && isTyped ? { ...answer.fields, hours: [m.cpd_hours_wrong()] } : answer.fields);
    setFailure(answer.message);
  }

  async function remove() {
    if (!activity) return;
    const answer = await callApi("/api/delete-activity", { id: activity.id });
    if (answer.ok || answer.status === 404) return onDone(m.cpd_activity_deleted());
    setFailure(answer.message);
  }

  return (
    <Form
      validationErrors={errors}
      onSend={send}
      aria-labelledby="activity-heading"
      className="mt-6 grid gap-5 rounded-panel bg-sunken p-5 md:grid-cols-2 md:p-8"
    >
      <h3 id="activity-heading" tabIndex={-1} className="font-sans text-h4 font-medium md:col-span-2">
        {activity ? m.cpd_change_activity() : m.cpd_own_activity()}
      </h3>
      <TextField
        name="title"
        label={m.cpd_what()}
        required
        maxLength={200}
        defaultValue={activity?.title}
        className="md:col-span-2"
      />
      <TextField
        name="provider"
        label={m.cpd_organised_by()}
        required
        maxLength={200}
        defaultValue={activity?.provider}
      />
      <Select
        name="kind"
        label={m.cpd_kind()}
        defaultValue={activity?.kind ?? "workshop"}
        options={activityKinds.map((kind) => ({ value: kind, label: kindLabel(kind, locale) }))}
      />
      <DateField
        name="date"
        label={m.common_date()}
        required
        format={m.catalogue_dates_format()}
        defaultValue={activity?.date ?? today}
      />
      <TextField
        name="hours"
        label={m.cpd_hours()}
        required
        inputMode="decimal"
        dir="ltr"
        hint={m.cpd_halves()}
        defaultValue={activity?.hours}
      />
      <ProofField proof={proof} onChange={setProof} className="md:col-span-2" />
      <p className="flex items-start gap-2.5 text-sm text-ink-3 md:col-span-2">
        <Icon name="info" size="sm" className="mt-0.5" />
        {m.cpd_not_checked()}
      </p>
      {failure && (
        <Alert tone="danger" className="md:col-span-2" announces>
          {failure}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-3 md:col-span-2">
        <Button type="submit" pendingText={m.cpd_saving()}>
          {m.cpd_save_activity()}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {m.common_action_cancel()}
        </Button>
        {activity &&
          (isConfirming ? (
            <span
              role="group"
              aria-label={m.cpd_delete_question()}
              className="flex flex-wrap items-center gap-2 md:ms-auto"
            >
              <span className="text-sm">{m.cpd_delete_question()}</span>
              <Button variant="danger" size="sm" onClick={() => void remove()}>
                {m.cpd_delete()}
              </Button>
              <Button variant="ghost" size="sm" onClick={() => setConfirming(false)}>
                {m.cpd_keep()}
              </Button>
            </span>
          ) : (
            <Button variant="ghost" className="text-danger! md:ms-auto" onClick={() => setConfirming(true)}>
              {m.cpd_delete_activity()}
            </Button>
          ))}
      </div>
    </Form>
  );
}
