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

/** Loaded when the list is opened. */
const PeopleList = lazy(() => import("#features/checkout/groups/people-list-panel.tsx"));

export interface AssignSeatsProps {
  orderId: number;
  line: OrderLine;
  /** Called with the updated order and a message about it. */
  onDone: (order: Order, runId: number, message: string) => void;
  /** Reads the order again. Resolves with null when the request fails. */
  reload: () => Promise<Order | null>;
}

interface Refusal {
  message: string;
  /** The order as it is now, when the form no longer fits it; null when the form can be sent again. */
  order: Order | null;
}

export function AssignSeats({ orderId, line, onDone, reload }: AssignSeatsProps) {
  const [openPanel, setOpenPanel] = useState<"form" | "list" | null>(null);
  const { current_user } = useSession();
  const [fieldErrors, setFieldErrors] = useState<FieldMap>();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const nextOrder = refusal?.order ?? null;

  async function send(data: FormData) {
    setRefusal(null);
    const attendees = getFormAssignments(line, data);
    const result = await callApi("/api/assign-seats", { order_id: orderId, attendees });
    if (result.ok) return onDone(result.data.order, line.course_id, result.data.message);
    setFieldErrors(errorsBySeat(result.fields, attendees));
    const order = result.status === 409 ? await reload() : null;
    if (result.message) setRefusal({ message: result.message, order });
  }

  /**
   * Assigns people of a list to the first seats without a name. Resolves with an error message, which is empty on
   * success.
   */
  async function assign(people: Attendee[]): Promise<string> {
    const attendees = people.map((person, index) => ({
      ...person,
      course_id: line.course_id,
      seat: line.seats_to_name[index] ?? 0,
    }));
    const result = await callApi("/api/assign-seats", { order_id: orderId, attendees });
    if (!result.ok) return result.message || (Object.values(result.fields)[0]?.[0] ?? "");
    onDone(result.data.order, line.course_id, result.data.message);
    return "";
  }

  if (openPanel !== "form") {
    return (
      <div data-print="hide" className="mt-4 grid gap-4">
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="sm" onClick={() => setOpenPanel("form")}>
            {m.enrolments_name_seats()}
          </Button>
          {line.seats_to_name.length > 1 && openPanel === null && (
            <Button variant="secondary" size="sm" onClick={() => setOpenPanel("list")}>
              {m.groups_list_open()}
            </Button>
          )}
        </div>
        {openPanel === "list" && current_user && (
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
  // After a refusal the form stays, so that nothing moves, until the buyer clicks the button that replaced Save.
  return (
    <Form
      data-print="hide"
      aria-label={m.enrolments_name_seats()}
      validationErrors={fieldErrors}
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
      {line.seats_to_name.map((seat, index) => (
        <fieldset
          key={seat}
          disabled={nextOrder !== null}
          className="min-w-0 not-first-of-type:border-t not-first-of-type:border-line not-first-of-type:pt-4"
          ref={index === 0 ? focusFirst : undefined}
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
          type={nextOrder ? "button" : "submit"}
          pendingText={m.enrolments_processing()}
          onClick={nextOrder ? () => onDone(nextOrder, line.course_id, "") : undefined}
        >
          {nextOrder ? m.enrolments_name_seats_done() : m.enrolments_name_seats_save()}
        </Button>
        <Button variant="secondary" className={nextOrder ? "invisible" : undefined} onClick={() => setOpenPanel(null)}>
          {m.enrolments_name_seats_later()}
        </Button>
      </div>
    </Form>
  );
}

/** Moves keyboard focus into the form, because the clicked button is gone. */
function focusFirst(seat: HTMLFieldSetElement | null) {
  seat?.querySelector("input")?.focus();
}
