import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button, Dialog, DialogActions, DialogContent } from "@mui/material";
import { m } from "../messages.ts";
import { onFreshSignIn, callStaff } from "../api.ts";
import { forgetMe } from "../frame/session.ts";
import { Alert } from "../ui/alert.tsx";
import { BusyButton } from "../ui/busy-button.tsx";
import { DialogHead } from "../ui/dialog-head.tsx";
import { useFormErrors } from "../ui/use-form-errors.ts";
import { CodeField } from "./code-field.tsx";

/** Asks for a code when the server wants a fresh sign-in; the call that wanted it is repeated afterwards. */
export function FreshSignInDialog() {
  const [isOpen, setIsOpen] = useState(false);
  const [code, setCode] = useState("");
  const answer = useRef<(isGiven: boolean) => void>(() => {});
  const errors = useFormErrors();
  useEffect(() => {
    onFreshSignIn(
      () =>
        new Promise((resolve) => {
          answer.current = resolve;
          setCode("");
          setIsOpen(true);
        }),
    );
  }, []);
  const close = (isGiven: boolean) => {
    setIsOpen(false);
    answer.current(isGiven);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const isRight = await errors.submit(async () => {
      await callStaff("POST /api/staff/confirm", { code });
    });
    if (!isRight) return;
    forgetMe();
    close(true);
  };
  return (
    <Dialog open={isOpen} onClose={() => close(false)} maxWidth="xs" fullWidth aria-labelledby="fresh-title">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogHead id="fresh-title" onClose={() => close(false)}>
          {m.staff_sign_in_fresh_title()}
        </DialogHead>
        <DialogContent>
          <div className="stack">
            <p>{m.staff_sign_in_fresh_text()}</p>
            {errors.general && (
              <Alert tone="wrong" isUrgent>
                {errors.general}
              </Alert>
            )}
            <CodeField value={code} onChange={setCode} error={errors.of("code")} />
          </div>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={() => close(false)}>
            {m.staff_ra_action_cancel()}
          </Button>
          <BusyButton type="submit" variant="contained" isBusy={errors.isSending}>
            {m.staff_sign_in_fresh_action()}
          </BusyButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}
