import { lazy, Suspense, useState } from "react";
import { callApi } from "#platform/api-client.ts";
import type { FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import { errorsBySeat, getFormAssignments } from "#features/seats/attendee-form.ts";
import type { Attendee } from "#features/seats/attendee.ts";
import { useSession } from "#platform/use-session.ts";
import type { Order, OrderLine } from "#features/orders/order.schema.server.ts";
import { PersonFields } from "#features/checkout/components/seat-fields.tsx";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";

/** Loaded when opened. */
const PeopleList = lazy(() => import("#features/checkout/groups/people-list-panel.tsx"));

export interface AssignSeatsProps {
  orderId: number;
  line: OrderLine;
  /** The present order, and a message about it. */
  onDone: (order: Order, runId: number, message: string) => void;
  /** Null when the request fails. */
  reload: () => Promise<Order | null>;
}

interface Refusal {
  message: string;
  /** The next state of the page; null while the form can be sent again. */
  order: Order | null;
}

export function AssignSeats({ orderId, line, onDone, reload }: AssignSeatsProps) {
  const [open, setOpen] = useState<"form" | "list" | null>(null);
  const { current_user } = useSession();
  const [wrong, setWrong] = useState<FieldMap>();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const next = refusal?.order ?? null;

  async function send(data: FormData) {
    setRefusal(null);
    const attendees = getFormAssignments(line, data);
    const answer = await callApi("/api/assign-seats", { order_id: orderId, attendees });
    if (answer.ok) return onDone(answer.data.order, line.course_id, answer.data.message);
    setWrong(errorsBySeat(answer.fields, attendees));
    const order = answer.status === 409 ? await reload() : null;
    if (answer.message) setRefusal({ message: answer.message, order });
  }

  /** People of a list who are ready take the first open seats. */
  async function assign(people: Attendee[]): Promise<string> {
    const attendees = people.map((person, at) => ({
      ...person,
      course_id: line.course_id,
      seat: line.seats_to_name[at] ?? 0,
    }));
    const answer = await callApi("/api/assign-seats", { order_id: orderId, attendees });
    if (!answer.ok) return answer.message || (Object.values(answer.fields)[0]?.[0] ?? "");
    onDone(answer.data.order, line.course_id, answer.data.message);
    return "";
  }

  if (open !== "form") {
    return (
      <div data-print="hide" className="mt-4 grid gap-4">
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="sm" onClick={() => setOpen("form")}>
            {m.enrolments_name_seats()}
          </Button>
          {line.seats_to_name.length > 1 && open === null && (
            <Button variant="secondary" size="sm" onClick={() => setOpen("list")}>
              {m.groups_list_open()}
            </Button>
          )}
        </div>
        {open === "list" && current_user && (
          <Suspense fallback={<p aria-busy="true">{m.ui_loading()}</p>}>
            <PeopleList
              runId={line.course_id}
              userId={current_user.id}
              seats={line.seats_to_name.length}
              onUse={assign}
            />
          </Suspense>
        )}
      </div>
    );
  }
  // The form stays after a refusal until the buyer clicks the button that replaced the first one, so that nothing
  // moves.
  return (
    <Form
      data-print="hide"
      aria-label={m.enrolments_name_seats()}
      validationErrors={wrong}
      onSend={send}
      className="@container mt-4 grid gap-5 rounded-[12px] border border-line p-4 text-sm md:p-5"
    >
      <div className="grid *:[grid-area:1/1]">
        <p className={refusal ? "invisible" : "text-ink-2"}>{m.enrolments_name_seats_hint()}</p>
        {refusal && (
          <p role="alert" className="text-danger">
            {refusal.message}
          </p>
        )}
      </div>
      <ConfirmAddress />
      {line.seats_to_name.map((seat, at) => (
        <fieldset
          key={seat}
          disabled={next !== null}
          className="min-w-0 not-first-of-type:border-t not-first-of-type:border-line not-first-of-type:pt-4"
          ref={at === 0 ? focusFirst : undefined}
        >
          <legend className="float-start mb-2 w-full font-medium text-ink-2">
            {m.enrolments_seat_number({ n: seat })}
          </legend>
          <div className="clear-both">
            <PersonFields index={seat} />
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button
          type={next ? "button" : "submit"}
          pendingText={m.enrolments_processing()}
          onClick={next ? () => onDone(next, line.course_id, "") : undefined}
        >
          {next ? m.enrolments_name_seats_done() : m.enrolments_name_seats_save()}
        </Button>
        <Button variant="secondary" className={next ? "invisible" : undefined} onClick={() => setOpen(null)}>
          {m.enrolments_name_seats_later()}
        </Button>
      </div>
    </Form>
  );
}

/** Keeps keyboard focus, as the clicked button is gone. */
function focusFirst(seat: HTMLFieldSetElement | null) {
  seat?.querySelector("input")?.focus();
}
