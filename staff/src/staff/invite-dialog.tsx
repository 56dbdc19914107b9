import { useId, useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { Button, Dialog, DialogActions, DialogContent, MenuItem, TextField } from "@mui/material";
import { m } from "../messages.ts";
import type { StaffRole } from "../../../src/features/people/permissions.ts";
import { callStaff } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { BusyButton } from "../ui/busy-button.tsx";
import { DialogHead } from "../ui/dialog-head.tsx";
import { useFormErrors } from "../ui/use-form-errors.ts";
import { roleNames } from "./role-names.ts";

/** Sends an invitation: whose address, which role, in which language. */
export function InviteDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const notify = useNotify();
  const form = useFormErrors();
  const titleId = useId();
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
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void invite();
        }}
      >
        <DialogHead id={titleId} onClose={onClose}>
          {m.staff_staff_invite()}
        </DialogHead>
        <DialogContent>
          <div className="stack">
            <p>{m.staff_staff_invite_text()}</p>
            <TextField
              id="email"
              type="email"
              required
              label={m.staff_staff_email()}
              value={email}
              error={form.of("email") !== undefined}
              helperText={form.of("email")}
              onChange={(event) => setEmail(event.target.value)}
              slotProps={{ htmlInput: { dir: "ltr", autoComplete: "off" } }}
            />
            <TextField
              id="role"
              select
              label={m.staff_staff_role()}
              value={role}
              onChange={(event) => setRole(event.target.value as StaffRole)}
              helperText={m[`staff_staff_roles_text_${role}`]()}
            >
              {roleNames.map((name) => (
                <MenuItem key={name} value={name}>
                  {m[`staff_roles_${name}`]()}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              id="locale"
              select
              label={m.staff_staff_mail_language()}
              value={locale}
              onChange={(event) => setLocale(event.target.value as typeof locale)}
            >
              <MenuItem value="en">English</MenuItem>
              <MenuItem value="ar">العربية</MenuItem>
            </TextField>
            {form.general && (
              <Alert tone="wrong" isUrgent>
                {form.general}
              </Alert>
            )}
          </div>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose}>
            {m.staff_ra_action_cancel()}
          </Button>
          <BusyButton type="submit" variant="contained" isBusy={form.isSending}>
            {m.staff_staff_send_invitation()}
          </BusyButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}
