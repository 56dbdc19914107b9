import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { useNotify } from "../frame/notices.tsx";
import { Button, Dialog, DialogActions, DialogContent, TextField } from "@mui/material";
import { Link } from "react-router";
import { m } from "../messages.ts";
import { callStaff } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { BusyButton } from "../ui/busy-button.tsx";
import { DialogHead } from "../ui/dialog-head.tsx";
import { Icon } from "../ui/icon.tsx";
import { useFormErrors } from "../ui/use-form-errors.ts";
import { Goes, Obstacles, Stays } from "./erasure-facts.tsx";
import type { AddressFacts } from "./person-types.ts";

/** Erases what is kept about someone without an account: who wrote, subscribed, or was named on a seat. */
export function EraseByAddress() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" startIcon={<Icon name="eraser" size={16} />} onClick={() => setIsOpen(true)}>
        {m.staff_people_by_address_open()}
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
      setFacts(await callStaff("POST /api/staff/people/address", { email }));
    });
  const erase = async () => {
    const isDone = await form.submit(async () => {
      await callStaff("POST /api/staff/people/address/erasure", { email, asked });
    });
    if (!isDone) return;
    notify(m.staff_people_erased_done());
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (isReady ? erase() : lookUp());
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogHead id={titleId} onClose={onClose}>
        {m.staff_people_by_address_open()}
      </DialogHead>
      <DialogContent>
        <form id={formId} className="stack" noValidate onSubmit={submit}>
          <p>{m.staff_people_by_address_text()}</p>
          <TextField
            id="email"
            type="email"
            required
            autoFocus
            label={m.staff_people_email()}
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
              label={m.staff_people_how_asked()}
              value={asked}
              error={form.of("asked") !== undefined}
              helperText={form.of("asked") ?? m.staff_people_how_asked_hint()}
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
          {isReady ? m.staff_people_keep_data() : m.staff_ra_action_close()}
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
            {m.staff_people_erase_now()}
          </BusyButton>
        ) : (
          <BusyButton key="look" type="submit" form={formId} variant="contained" isBusy={form.isSending}>
            {m.staff_people_see_kept()}
          </BusyButton>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** What is kept under an address. It takes the focus: it is the answer, and the button that asked may be gone. */
function Kept({ facts }: { facts: AddressFacts }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} tabIndex={-1} aria-label={m.staff_people_by_address_kept()} className="stack">
      {facts.person_id !== null && (
        <Alert
          actions={
            <Link className="link" to={`/people/${encodeURIComponent(facts.person_id)}/show`}>
              {m.staff_people_by_address_to_person()}
            </Link>
          }
        >
          {m.staff_people_by_address_has_account()}
        </Alert>
      )}
      {facts.goes && holdsNothing(facts) && <Alert>{m.staff_people_by_address_nothing()}</Alert>}
      {facts.goes && !holdsNothing(facts) && (
        <div className="goes-and-stays">
          <Goes goes={facts.goes} />
          <Stays />
        </div>
      )}
      {facts.against.length > 0 && <Obstacles against={facts.against}>{m.staff_people_blocked()}</Obstacles>}
    </section>
  );
}
