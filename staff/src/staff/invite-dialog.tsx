import { useId, useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { Button, Dialog, DialogActions, DialogContent, MenuItem, TextField } from "@mui/material";
import type { StaffRole } from "../../../src/features/people/permissions.ts";
import { staffCall } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { BusyButton } from "../ui/busy-button.tsx";
import { DialogHead } from "../ui/dialog-head.tsx";
import { useFormErrors } from "../ui/use-form-errors.ts";
import { roleNames } from "./role-names.ts";

/** Sends an invitation: whose address, which role, in which language. */
export function InviteDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const form = useFormErrors();
  const titleId = useId();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<StaffRole>("support");
  const [locale, setLocale] = useState("en");
  const invite = async () => {
    const isDone = await form.submit(async () => {
      await staffCall("POST staff", { email, role, locale });
    });
    if (!isDone) return;
    notify("staff.done.invite");
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
          {translate("staff.invite")}
        </DialogHead>
        <DialogContent>
          <div className="stack">
            <p>{translate("staff.invite_text")}</p>
            <TextField
              id="email"
              type="email"
              required
              label={translate("staff.email")}
              value={email}
              error={form.of("email") !== undefined}
              helperText={form.of("email")}
              onChange={(event) => setEmail(event.target.value)}
              slotProps={{ htmlInput: { dir: "ltr", autoComplete: "off" } }}
            />
            <TextField
              id="role"
              select
              label={translate("staff.role")}
              value={role}
              onChange={(event) => setRole(event.target.value as StaffRole)}
              helperText={translate(`staff.roles_text.${role}`)}
            >
              {roleNames.map((name) => (
                <MenuItem key={name} value={name}>
                  {translate(`roles.${name}`)}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              id="locale"
              select
              label={translate("staff.mail_language")}
              value={locale}
              onChange={(event) => setLocale(event.target.value)}
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
            {translate("ra.action.cancel")}
          </Button>
          <BusyButton type="submit" variant="contained" isBusy={form.isSending}>
            {translate("staff.send_invitation")}
          </BusyButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}
