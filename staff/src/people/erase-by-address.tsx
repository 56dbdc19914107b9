import { useEffect, useRef, useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Dialog } from "../parts/dialog.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { useForm } from "../parts/use-form.ts";
import { RequestNoteField, ErasedData, Obstacles, KeptData } from "./erasure-facts.tsx";
import type { AddressFacts } from "./person-types.ts";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { TextLink } from "../parts/text-link.tsx";

/** Erases the data of a person without an account: an enquirer, a subscriber, or an attendee. */
export function EraseByAddress() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" icon="eraser" onClick={() => setIsOpen(true)}>
        {m.staff_people_by_address_open()}
      </Button>
      {isOpen && <AddressDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

const hasNoData = ({ goes }: AddressFacts) => Object.values(goes ?? {}).every((count) => count === 0);
const isErasable = (facts: AddressFacts) => facts.person_id === null && facts.against.length === 0 && !hasNoData(facts);

/** Asks for the address first. Once its data is listed, the same form erases it. */
function AddressDialog({ onClose }: { onClose(): void }) {
  const notify = useNotify();
  const form = useForm(["email", "asked"]);
  const [email, setEmail] = useState("");
  const [requestNote, setRequestNote] = useState("");
  const [facts, setFacts] = useState<AddressFacts | null>(null);
  const canErase = facts !== null && isErasable(facts);
  const lookUp = () =>
    form.submit(async () => {
      setFacts(null);
      setFacts(await callStaff("POST /api/staff/people/address", { email }));
    });
  const erase = async () => {
    const isDone = await form.submit(async () => {
      await callStaff("POST /api/staff/people/address/erasure", { email, asked: requestNote });
    });
    if (!isDone) return;
    notify(m.staff_people_erased_done());
    onClose();
  };
  return (
    <Dialog
      title={m.staff_people_by_address_open()}
      onClose={onClose}
      onSubmit={() => void (canErase ? erase() : lookUp())}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {canErase ? m.staff_people_keep_data() : m.staff_common_action_close()}
          </Button>
          {canErase ? (
            <Button
              key="erase"
              type="submit"
              variant="danger"
              isPending={form.isPending}
              disabled={requestNote.trim() === ""}
            >
              {m.staff_people_erase_now()}
            </Button>
          ) : (
            <Button key="look" type="submit" variant="primary" isPending={form.isPending}>
              {m.staff_people_see_kept()}
            </Button>
          )}
        </>
      }
    >
      <p>{m.staff_people_by_address_text()}</p>
      <TextField
        id="email"
        type="email"
        required
        autoFocus
        label={m.staff_common_email()}
        value={email}
        error={form.messageFor("email")}
        onChange={(event) => {
          setEmail(event.target.value);
          setFacts(null);
        }}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        readOnly={form.isPending}
      />
      {facts && <StoredData facts={facts} />}
      {canErase && <RequestNoteField value={requestNote} error={form.messageFor("asked")} onChange={setRequestNote} />}
      <Problem>{form.problem}</Problem>
    </Dialog>
  );
}

/** The data stored for an address. Takes the focus, because the button that requested it may be gone. */
function StoredData({ facts }: { facts: AddressFacts }) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <section ref={element} tabIndex={-1} aria-label={m.staff_people_by_address_kept()} className="grid gap-4">
      {facts.person_id !== null && (
        <Alert
          actions={
            <TextLink to={`/people/${encodeURIComponent(facts.person_id)}`}>
              {m.staff_people_by_address_to_person()}
            </TextLink>
          }
        >
          {m.staff_people_by_address_has_account()}
        </Alert>
      )}
      {facts.goes && hasNoData(facts) && <Alert>{m.staff_people_by_address_nothing()}</Alert>}
      {facts.goes && !hasNoData(facts) && (
        <div className="grid gap-4 md:grid-cols-2">
          <ErasedData goes={facts.goes} />
          <KeptData />
        </div>
      )}
      {facts.against.length > 0 && <Obstacles against={facts.against}>{m.staff_people_blocked()}</Obstacles>}
    </section>
  );
}
