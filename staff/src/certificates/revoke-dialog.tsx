import { useState } from "react";
import { isolate } from "../../../src/i18n/isolate.ts";
import { Select } from "../../../src/ui/select.tsx";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { ReasonField } from "../parts/reason-dialog.tsx";
import { useForm } from "../parts/use-form.ts";
import type { FullRun } from "../runs/types.ts";
import type { Certificate } from "./types.ts";

/**
 * Email texts in both languages. Staff select a reason and can edit its texts. The holder gets the one in their
 * language.
 */
const reasons = {
  attendance: {
    eng: "Your attendance was corrected, so the certificate no longer holds.",
    ar: "عُدّل تسجيل حضورك، ولذلك لم تعد الشهادة سارية.",
  },
  person: {
    eng: "The certificate was issued to the wrong person, so it no longer holds.",
    ar: "صدرت الشهادة لغير صاحبها، ولذلك لم تعد سارية.",
  },
  money: {
    eng: "The fee of the course was returned, so the certificate no longer holds.",
    ar: "استُردت رسوم الدورة، ولذلك لم تعد الشهادة سارية.",
  },
  other: { eng: "", ar: "" },
} as const;
type Reason = keyof typeof reasons;

/** Revokes a certificate for good. Asks for the reason, the text for the holder and the last digits of the number. */
export function RevokeDialog(props: {
  run: FullRun;
  certificate: Certificate;
  initialReason?: Reason;
  onClose(): void;
  onChanged(): void;
}) {
  const { run, certificate, initialReason = "attendance", onClose, onChanged } = props;
  const notify = useNotify();
  const { date, localized } = useFormats();
  const [reason, setReason] = useState<Reason>(initialReason);
  const [customReason, setCustomReason] = useState("");
  const [emailTexts, setEmailTexts] = useState<{ eng: string; ar: string }>(reasons[initialReason]);
  const [lastFour, setLastFour] = useState("");
  const form = useForm(["reason", "told_eng", "told_ar", "lastFour"]);
  const holder = localized(certificate.name_eng, certificate.name_ar) || certificate.number;
  const revoke = () =>
    form.confirm(async () => {
      await callStaff("POST /api/staff/certificates/:id/revoke", {
        id: certificate.id,
        reason: reason === "other" ? customReason : m[`staff_certificates_revoke_reasons_${reason}`](),
        told_eng: emailTexts.eng,
        told_ar: emailTexts.ar,
        lastFour,
      });
      notify(m.staff_certificates_revoke_done({ number: isolate(certificate.number) }), { type: "success" });
      onChanged();
    });
  const isReady =
    lastFour.trim().length === 4 &&
    emailTexts.eng.trim() !== "" &&
    emailTexts.ar.trim() !== "" &&
    (reason !== "other" || customReason.trim() !== "");
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={m.staff_certificates_revoke_title({ name: isolate(holder) })}
      cancelLabel={m.staff_certificates_revoke_keep()}
      actionLabel={m.staff_certificates_revoke_action({ name: isolate(holder) })}
      isReady={isReady}
      onClose={onClose}
      onConfirm={revoke}
    >
      <p>
        <bdi className="font-medium" dir="ltr">
          {certificate.number}
        </bdi>{" "}
        · {m.staff_runs_plain_hours({ count: run.hours })} ·{" "}
        {m.staff_certificates_issued_on({ date: date(certificate.issuedAt) })}
      </p>
      <Select
        label={m.staff_certificates_reason()}
        value={reason}
        onChange={(event) => {
          const next = event.target.value as Reason;
          setReason(next);
          setEmailTexts(reasons[next]);
        }}
        options={(Object.keys(reasons) as Reason[]).map((value) => ({
          value,
          label: m[`staff_certificates_revoke_reasons_${value}`](),
        }))}
      />
      {reason === "other" && (
        <ReasonField
          label={m.staff_certificates_reason_own()}
          value={customReason}
          errors={form.errors}
          onChange={setCustomReason}
        />
      )}
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextArea
          required
          rows={3}
          label={m.staff_certificates_told_eng()}
          value={emailTexts.eng}
          error={form.messageFor("told_eng")}
          onChange={(event) => setEmailTexts({ ...emailTexts, eng: event.target.value })}
          dir="ltr"
          lang="en"
          maxLength={300}
        />
        <TextArea
          required
          rows={3}
          label={m.staff_certificates_told_ar()}
          value={emailTexts.ar}
          error={form.messageFor("told_ar")}
          onChange={(event) => setEmailTexts({ ...emailTexts, ar: event.target.value })}
          dir="rtl"
          lang="ar"
          maxLength={300}
        />
      </div>
      <Alert tone="warning">
        <strong>{m.staff_certificates_revoke_happens()}</strong>
        <ul className="list-disc ps-5">
          <li>{m.staff_certificates_revoke_check()}</li>
          <li>{m.staff_certificates_revoke_record()}</li>
          <li>{m.staff_certificates_revoke_for_good()}</li>
        </ul>
      </Alert>
      <TextField
        required
        className="max-w-56"
        label={m.staff_certificates_last_four()}
        value={lastFour}
        error={form.messageFor("lastFour")}
        onChange={(event) => setLastFour(event.target.value)}
        dir="ltr"
        maxLength={4}
        autoComplete="off"
        spellCheck={false}
      />
    </ConfirmDialog>
  );
}
