import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Dialog, DialogActions, DialogBody } from "../parts/dialog.tsx";
import { Select } from "../../../src/ui/select.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff, staffQuery } from "../api.ts";
import { useFormats } from "../parts/formats.ts";
import { Failed } from "../parts/states.tsx";
import { useForm } from "../parts/use-form.ts";
import { RequestNoteField, ErasedData, Obstacles, KeptData } from "./erasure-facts.tsx";
import type { Erasure, Person } from "./person-types.ts";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";

interface EraseDialogProps {
  person: Person;
  onClose(): void;
  onChange(): void;
}

/** Shows what is erased, what must be kept by law, and what prevents the erasure. Staff type the address to confirm. */
export function EraseDialog({ person, onClose, onChange }: EraseDialogProps) {
  const { data, error, isPending, refetch } = useQuery(
    staffQuery("GET /api/staff/people/:id/erasure", { id: person.id }),
  );
  const isErased = person.erased_at !== null;
  // The dialog opens once its facts have loaded, so that nothing moves.
  if (isPending) return null;
  return (
    <Dialog
      title={isErased ? m.staff_people_kept_title() : m.staff_people_erase_title({ name: person.name })}
      onClose={onClose}
      hasSteps
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data && <EraseForm facts={data} person={person} onClose={onClose} onChange={onChange} />}
    </Dialog>
  );
}

type ErasureTime = "now" | "after-last-course";

function EraseForm({ facts, person, onClose, onChange }: EraseDialogProps & { facts: Erasure }) {
  const { date } = useFormats();
  const notify = useNotify();
  const form = useForm(["email", "asked"]);
  const formId = useId();
  const { against, possible_on: possibleOn, planned } = facts;
  const isErased = facts.erased_at !== null;
  const isBlocked = against.length > 0 && possibleOn === null;
  const [when, setWhen] = useState<ErasureTime>(possibleOn ? "after-last-course" : "now");
  const [requestNote, setRequestNote] = useState(planned?.asked ?? "");
  const [email, setEmail] = useState("");
  const isReady = requestNote.trim() !== "" && email.trim().toLowerCase() === person.email.toLowerCase();
  const erase = async () => {
    const isDone = await form.submit(async () => {
      await callStaff("POST /api/staff/people/:id/erasure", { id: person.id, email, asked: requestNote, when });
    });
    if (!isDone) return;
    notify(when === "now" ? m.staff_people_erased_done() : m.staff_people_erasure_planned());
    onChange();
    onClose();
  };
  const cancelErasure = async () => {
    const isDone = await form.submit(async () => {
      await callStaff("DELETE /api/staff/people/:id/erasure", { id: person.id });
    });
    if (!isDone) return;
    notify(m.staff_people_erasure_cancelled());
    onChange();
    onClose();
  };
  return (
    <>
      <DialogBody>
        <form
          id={formId}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void erase();
          }}
        >
          <div className="grid gap-4 md:grid-cols-2">
            {facts.goes && (
              <ErasedData goes={facts.goes}>
                <li>{m.staff_people_goes_account()}</li>
              </ErasedData>
            )}
            <KeptData stays={facts.stays} />
          </div>
          {against.length > 0 && (
            <Obstacles against={against}>
              {isBlocked ? m.staff_people_blocked() : m.staff_people_seats_ahead()}
            </Obstacles>
          )}
          {!isErased && !isBlocked && (
            <>
              {possibleOn && (
                <Select
                  label={m.staff_people_when()}
                  value={when}
                  onChange={(event) => setWhen(event.target.value as ErasureTime)}
                  options={[
                    { value: "after-last-course", label: m.staff_people_after_last_course({ date: date(possibleOn) }) },
                  ]}
                />
              )}
              <RequestNoteField value={requestNote} error={form.messageFor("asked")} onChange={setRequestNote} />
              <TextField
                id="email"
                required
                label={m.staff_people_type_email()}
                placeholder={person.email}
                value={email}
                error={form.messageFor("email")}
                onChange={(event) => setEmail(event.target.value)}
                dir="ltr"
                autoComplete="off"
                spellCheck={false}
              />
            </>
          )}
          <Problem>{form.problem}</Problem>
        </form>
      </DialogBody>
      <DialogActions>
        {planned && (
          <Button variant="secondary" disabled={form.isPending} onClick={() => void cancelErasure()}>
            {m.staff_people_cancel_plan()}
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          {isErased || isBlocked ? m.staff_common_action_close() : m.staff_people_keep_data()}
        </Button>
        {!isErased && !isBlocked && (
          <Button type="submit" form={formId} variant="danger" isPending={form.isPending} disabled={!isReady}>
            {when === "now" ? m.staff_people_erase_now() : m.staff_people_plan_erasure()}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
