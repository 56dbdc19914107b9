import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { useNotify, useTranslate } from "ra-core";
import { Button, Dialog, DialogActions, DialogContent, TextField } from "@mui/material";
import { Link } from "react-router-dom";
import { staffCall } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { BusyButton } from "../ui/busy-button.tsx";
import { DialogHead } from "../ui/dialog-head.tsx";
import { Icon } from "../ui/icon.tsx";
import { useFormErrors } from "../ui/use-form-errors.ts";
import { Goes, Obstacles, Stays } from "./erasure-facts.tsx";
import type { AddressFacts } from "./person-types.ts";

/** Erases what is kept about someone without an account: who wrote, subscribed, or was named on a seat. */
export function EraseByAddress() {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" startIcon={<Icon name="eraser" size={16} />} onClick={() => setIsOpen(true)}>
        {translate("people.by_address.open")}
      </Button>
      {isOpen && <AddressDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

const holdsNothing = ({ goes }: AddressFacts) => Object.values(goes ?? {}).every((count) => count === 0);
const isErasable = (facts: AddressFacts) =>
  facts.person_id === null && facts.against.length === 0 && !holdsNothing(facts);

/** The address first; once it is known what is kept under it, the same form erases it. */
function AddressDialog({ onClose }: { onClose(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const form = useFormErrors();
  const [titleId, formId] = [useId(), useId()];
  const [email, setEmail] = useState("");
  const [asked, setAsked] = useState("");
  const [facts, setFacts] = useState<AddressFacts | null>(null);
  const isReady = facts !== null && isErasable(facts);
  const lookUp = () =>
    form.submit(async () => {
      setFacts(null);
      setFacts(await staffCall<AddressFacts>("POST people/address", { email }));
    });
  const erase = async () => {
    const isDone = await form.submit(async () => {
      await staffCall("POST people/address/erasure", { email, asked });
    });
    if (!isDone) return;
    notify("people.erased_done");
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (isReady ? erase() : lookUp());
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogHead id={titleId} onClose={onClose}>
        {translate("people.by_address.open")}
      </DialogHead>
      <DialogContent>
        <form id={formId} className="stack" noValidate onSubmit={submit}>
          <p>{translate("people.by_address.text")}</p>
          <TextField
            id="email"
            type="email"
            required
            autoFocus
            label={translate("people.email")}
            value={email}
            error={form.of("email") !== undefined}
            helperText={form.of("email")}
            onChange={(event) => {
              setEmail(event.target.value);
              setFacts(null);
            }}
            slotProps={{
              // What is found belongs to the address that was sent.
              htmlInput: { dir: "ltr", autoComplete: "off", spellCheck: false, readOnly: form.isSending },
            }}
          />
          {facts && <Kept facts={facts} />}
          {isReady && (
            <TextField
              id="asked"
              required
              label={translate("people.how_asked")}
              value={asked}
              error={form.of("asked") !== undefined}
              helperText={form.of("asked") ?? translate("people.how_asked_hint")}
              onChange={(event) => setAsked(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 300, dir: "auto" } }}
            />
          )}
          {form.general && (
            <Alert tone="wrong" isUrgent>
              {form.general}
            </Alert>
          )}
        </form>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {translate(isReady ? "people.keep_data" : "ra.action.close")}
        </Button>
        {isReady ? (
          <BusyButton
            key="erase"
            type="submit"
            form={formId}
            variant="contained"
            color="error"
            isBusy={form.isSending}
            disabled={asked.trim() === ""}
          >
            {translate("people.erase_now")}
          </BusyButton>
        ) : (
          <BusyButton key="look" type="submit" form={formId} variant="contained" isBusy={form.isSending}>
            {translate("people.see_kept")}
          </BusyButton>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** What is kept under an address. It takes the focus: it is the answer, and the button that asked may be gone. */
function Kept({ facts }: { facts: AddressFacts }) {
  const translate = useTranslate();
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} tabIndex={-1} aria-label={translate("people.by_address.kept")} className="stack">
      {facts.person_id !== null && (
        <Alert
          actions={
            <Link className="link" to={`/people/${encodeURIComponent(facts.person_id)}/show`}>
              {translate("people.by_address.to_person")}
            </Link>
          }
        >
          {translate("people.by_address.has_account")}
        </Alert>
      )}
      {facts.goes && holdsNothing(facts) && <Alert>{translate("people.by_address.nothing")}</Alert>}
      {facts.goes && !holdsNothing(facts) && (
        <div className="goes-and-stays">
          <Goes goes={facts.goes} />
          <Stays />
        </div>
      )}
      {facts.against.length > 0 && <Obstacles against={facts.against}>{translate("people.blocked")}</Obstacles>}
    </section>
  );
}
