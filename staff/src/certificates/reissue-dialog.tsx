import { useState } from "react";
import { isolate } from "../../../src/i18n/isolate.ts";
import { Select } from "../../../src/ui/select.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { LabelledTickBox } from "../parts/choice.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { ReasonField } from "../parts/reason-dialog.tsx";
import { useForm } from "../parts/use-form.ts";
import type { FullRun } from "../runs/types.ts";
import { CertificatePreview } from "./certificate-preview.tsx";
import type { Certificate } from "./types.ts";
import { Lines } from "../parts/lines.tsx";

const reasons = ["spelling", "typing", "legal", "other"] as const;

/** Issues a certificate with a corrected name, which replaces the old one. */
export function ReissueDialog(props: { run: FullRun; certificate: Certificate; onClose(): void; onChanged(): void }) {
  const { run, certificate, onClose, onChanged } = props;
  const notify = useNotify();
  const { date } = useFormats();
  const oldNames = { nameEng: certificate.name_eng ?? "", nameAr: certificate.name_ar ?? "" };
  const [names, setNames] = useState(oldNames);
  const [reason, setReason] = useState<(typeof reasons)[number]>("spelling");
  const [ownReason, setOwnReason] = useState("");
  const [isProfileWrong, setProfileWrong] = useState(certificate.hasAccount);
  const form = useForm(["name_eng", "name_ar", "reason"]);
  const isRevoked = certificate.state === "revoked";
  const canReissue = names.nameEng.trim() !== oldNames.nameEng || names.nameAr.trim() !== oldNames.nameAr || isRevoked;
  const reissue = () =>
    form.confirm(async () => {
      const { number } = await callStaff("POST /api/staff/certificates/:id/reissue", {
        id: certificate.id,
        name_eng: names.nameEng,
        name_ar: names.nameAr,
        correctProfile: isProfileWrong,
        reason: reason === "other" ? ownReason : m[`staff_certificates_reissue_reasons_${reason}`](),
      });
      notify(m.staff_certificates_reissue_done({ number: isolate(number) }), { type: "success" });
      onChanged();
    });
  return (
    <ConfirmDialog
      isOpen
      size="lg"
      title={isRevoked ? m.staff_certificates_reissue_title_anew() : m.staff_certificates_reissue_title()}
      cancelLabel={m.staff_certificates_reissue_keep()}
      actionLabel={m.staff_certificates_reissue_action()}
      isReady={
        canReissue &&
        names.nameEng.trim() !== "" &&
        names.nameAr.trim() !== "" &&
        (reason !== "other" || ownReason.trim() !== "")
      }
      onClose={onClose}
      onConfirm={reissue}
    >
      <p>
        <bdi className="font-medium">{oldNames.nameEng || oldNames.nameAr}</bdi> ·{" "}
        <bdi dir="ltr">{certificate.number}</bdi>
        {" · "}
        {m.staff_certificates_issued_on({ date: date(certificate.issuedAt) })}
      </p>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          required
          autoFocus
          label={m.staff_certificates_name_eng()}
          hint={m.staff_certificates_was({ name: isolate(oldNames.nameEng) })}
          value={names.nameEng}
          error={form.messageFor("name_eng")}
          onChange={(event) => setNames({ ...names, nameEng: event.target.value })}
          dir="ltr"
          lang="en"
          maxLength={120}
          autoComplete="off"
        />
        <TextField
          required
          label={m.staff_certificates_name_ar()}
          hint={m.staff_certificates_was({ name: isolate(oldNames.nameAr) })}
          value={names.nameAr}
          error={form.messageFor("name_ar")}
          onChange={(event) => setNames({ ...names, nameAr: event.target.value })}
          dir="rtl"
          lang="ar"
          maxLength={120}
          autoComplete="off"
        />
      </div>
      <Select
        label={m.staff_certificates_reason()}
        value={reason}
        onChange={(event) => setReason(event.target.value as typeof reason)}
        options={reasons.map((value) => ({ value, label: m[`staff_certificates_reissue_reasons_${value}`]() }))}
      />
      {reason === "other" && (
        <ReasonField
          label={m.staff_certificates_reason_own()}
          value={ownReason}
          errors={form.errors}
          onChange={setOwnReason}
        />
      )}
      {certificate.hasAccount && (
        <LabelledTickBox
          label={m.staff_certificates_reissue_profile()}
          checked={isProfileWrong}
          onChange={(checked) => setProfileWrong(checked)}
        />
      )}
      <div className="grid items-center gap-3 md:grid-cols-[1fr_24px_1fr]">
        <Lines as="figure">
          <CertificatePreview {...oldNames} run={run} />
          <figcaption className="text-sm text-ink-3">
            {isRevoked ? m.staff_certificates_paper_revoked() : m.staff_certificates_paper_old()}
          </figcaption>
        </Lines>
        <Icon name="chevron-right" size={24} mirrors className="mx-auto text-ink-3 max-md:rotate-90" />
        <Lines as="figure">
          <CertificatePreview nameEng={names.nameEng} nameAr={names.nameAr} run={run} />
          <figcaption className="text-sm text-ink-3">{m.staff_certificates_paper_new()}</figcaption>
        </Lines>
      </div>
      <Alert>{m.staff_certificates_reissue_told()}</Alert>
    </ConfirmDialog>
  );
}
