import { useState } from "react";
import type { FieldMap } from "#platform/errors.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import { errorsBySeat, namingsOf } from "../attendee-form.ts";
import { callNameSeats } from "../client.ts";
import type { Order, OrderLine } from "../order.schema.ts";
import { PersonFields } from "./seat-fields.tsx";

export interface NameSeatsProps {
  orderId: number;
  line: OrderLine;
  /** The order with the new names. */
  onNamed: (named: { order: Order; message: string }) => void;
  /** The seats are no longer what this page believed; why, in the server's words. */
  onStale: (message: string) => Promise<void>;
}

/** The seats of a bought line that nobody has yet: a button, and behind it their fields. */
export function NameSeats({ orderId, line, onNamed, onStale }: NameSeatsProps) {
  const [isOpen, setOpen] = useState(false);
  const [wrong, setWrong] = useState<FieldMap>();
  const [failure, setFailure] = useState("");

  async function send(data: FormData) {
    const attendees = namingsOf(line, data);
    const answer = await callNameSeats({ order_id: orderId, attendees });
    if (answer.ok) return onNamed(answer.data);
    if (answer.status === 409) return onStale(answer.message);
    setWrong(errorsBySeat(answer.fields, attendees));
    setFailure(answer.message);
  }

  if (!isOpen) {
    return (
      <div data-print="hide" className="mt-4">
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>{m.sales_name_seats()}</Button>
      </div>
    );
  }
  return (
    <Form data-print="hide" aria-label={m.sales_name_seats()} validationErrors={wrong} onSend={send} className="@container mt-4 grid gap-5 rounded-[12px] border border-line p-4 md:p-5">
      <p className="text-sm text-ink-2">{m.sales_name_seats_hint()}</p>
      {line.seats_to_name.map((seat, at) => (
        <fieldset key={seat} className="min-w-0 not-first-of-type:border-t not-first-of-type:border-line not-first-of-type:pt-4" ref={at === 0 ? focusFirst : undefined}>
          <legend className="float-start mb-2 w-full text-sm font-medium text-ink-2">{m.sales_seat_number({ n: seat })}</legend>
          <div className="clear-both"><PersonFields index={seat} /></div>
        </fieldset>
      ))}
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pendingText={m.sales_processing()}>{m.sales_name_seats_save()}</Button>
        <Button variant="secondary" onClick={() => setOpen(false)}>{m.sales_name_seats_later()}</Button>
      </div>
    </Form>
  );
}

/** The button that was pressed is gone: whoever works by keyboard goes on in the first field. */
function focusFirst(seat: HTMLFieldSetElement | null) {
  seat?.querySelector("input")?.focus();
}
