import { clsx } from "clsx/lite";
import { useEffect, useRef, useState } from "react";
import { Label } from "#i18n/label.tsx";
import { m } from "#messages";
import { Modal } from "#ui/modal.tsx";
import { useLocale } from "#i18n/link.tsx";
import { callApi } from "#platform/api-client.ts";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { Form, getFormText } from "#ui/form.tsx";
import { Seal } from "#ui/seal.tsx";
import { Select } from "#ui/select.tsx";
import { EmailField, TextField } from "#ui/text-field.tsx";
import { programLabel, programs, type Program } from "#features/contact/programs.ts";
import { sendWithAntiSpam, HoneypotField } from "./honeypot-field.tsx";

const requiredField = (label: string) => ({ label, placeholder: `${label} *`, required: true });

/**
 * The form shows `Wait...` while it is sent, then the confirmation replaces it, or errors appear under the fields
 * (requirement H-05).
 */
export function DemoForm({ onClose }: { onClose: () => void }) {
  const [confirmation, setConfirmation] = useState("");
  const locale = useLocale();

  async function send(data: FormData, form: HTMLFormElement) {
    const getText = (name: string) => getFormText(data, name);
    const fields = {
      name: getText("name"),
      email: getText("email"),
      contact_number: getText("contact_number"),
      workplace: getText("workplace"),
      program: getText("program") as Program,
    };
    const result = await sendWithAntiSpam(data, (proof) => callApi("/api/book-demo", { ...fields, ...proof }));
    if (!result.ok) return result;
    setConfirmation(result.data.message);
    form.reset();
    return undefined;
  }

  return (
    // The confirmation takes the form's place and size, so that the dialog does not jump.
    <div className="grid *:col-start-1 *:row-start-1">
      <Form onSend={send} inert={confirmation !== ""} className={clsx("grid gap-4", confirmation && "invisible")}>
        <TextField name="name" {...requiredField(m.common_name())} autoComplete="name" maxLength={120} />
        <EmailField {...requiredField(m.common_email())} />
        <TextField
          name="contact_number"
          type="tel"
          {...requiredField(m.common_contact_number())}
          autoComplete="tel"
          inputMode="tel"
        />
        <TextField
          name="workplace"
          {...requiredField(m.enquiries_demo_workplace())}
          autoComplete="organization"
          maxLength={160}
        />
        <Select
          name="program"
          label={m.enquiries_demo_program()}
          required
          placeholder={m.enquiries_demo_program_choose()}
          options={programs.map((value) => ({ value, label: programLabel(value, locale) }))}
        />
        <HoneypotField />
        <FormAlert />
        <Button type="submit" block pendingText={m.common_wait()}>
          {m.enquiries_demo_submit()}
        </Button>
      </Form>
      {confirmation && <Submitted text={confirmation} onClose={onClose} />}
    </div>
  );
}

function Submitted({ text, onClose }: { text: string; onClose: () => void }) {
  const sentence = useRef<HTMLParagraphElement>(null);
  // Move the focus here, because the form that had it is hidden.
  useEffect(() => sentence.current?.focus(), []);
  return (
    <div className="grid content-center justify-items-center gap-4 text-center">
      <Seal icon="check" size="md" />
      <p ref={sentence} tabIndex={-1} role="status" className="font-display text-[1.25rem] leading-snug text-balance">
        {text}
      </p>
      <Button variant="secondary" onClick={onClose}>
        {m.ui_close()}
      </Button>
    </div>
  );
}

/** The dialog with the demo form, loaded on demand. Closing it clears the fields. */
export default function DemoModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={<Label name="demo" />}>
      <DemoForm onClose={onClose} />
    </Modal>
  );
}
