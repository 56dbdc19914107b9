import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Dialog } from "../parts/dialog.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Select } from "../../../src/ui/select.tsx";
import type { StaffRole } from "../../../src/features/people/permissions.ts";
import { callStaff } from "../api.ts";
import { useForm } from "../parts/use-form.ts";
import { roleNames } from "./role-names.ts";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";

/** Sends an invitation with address, role and language. */
export function InviteDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const notify = useNotify();
  const form = useForm(["email"]);
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<StaffRole>("support");
  const [locale, setLocale] = useState<"en" | "ar">("en");
  const invite = async () => {
    const isDone = await form.submit(async () => {
      await callStaff("POST /api/staff/staff", { email, role, locale });
    });
    if (!isDone) return;
    notify(m.staff_staff_done_invite());
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={m.staff_staff_invite()}
      onClose={onClose}
      size="sm"
      onSubmit={() => void invite()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {m.staff_common_action_cancel()}
          </Button>
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {m.staff_staff_send_invitation()}
          </Button>
        </>
      }
    >
      <p>{m.staff_staff_invite_text()}</p>
      <TextField
        id="email"
        type="email"
        required
        label={m.staff_common_email()}
        value={email}
        error={form.messageFor("email")}
        onChange={(event) => setEmail(event.target.value)}
        dir="ltr"
        autoComplete="off"
      />
      <Select
        id="role"
        label={m.staff_staff_role()}
        value={role}
        onChange={(event) => setRole(event.target.value as StaffRole)}
        hint={m[`staff_staff_roles_text_${role}`]()}
        options={roleNames.map((name) => ({ value: name, label: m[`staff_roles_${name}`]() }))}
      />
      <Select
        id="locale"
        label={m.staff_staff_mail_language()}
        value={locale}
        onChange={(event) => setLocale(event.target.value as typeof locale)}
        options={[
          { value: "en", label: "English" },
          { value: "ar", label: "العربية" },
        ]}
      />
      <Problem>{form.problem}</Problem>
    </Dialog>
  );
}
