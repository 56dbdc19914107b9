import { m } from "#messages";
import { Card } from "#ui/card.tsx";
import type { Attendee } from "#features/orders/seats/attendee.ts";
import type { FormSeat } from "#features/orders/seats/attendee-form.ts";
import type { ReviewLine } from "./order-review.tsx";
import { LineName, SeatFields } from "./seat-fields.tsx";

export interface WhoAttendsProps {
  lines: readonly ReviewLine[];
  seats: readonly FormSeat[];
  buyer: Attendee;
  registered: ReadonlySet<number>;
  /** Runs whose seats can still be named after the purchase. */
  waits: ReadonlySet<number>;
  defaults: (runId: number, seat: number) => Attendee | null | undefined;
  onSelf: (runId: number, isSelf: boolean) => void;
  onLater: (runId: number, seat: number, isLater: boolean) => void;
}

export function WhoAttends({ lines, seats, buyer, registered, waits, defaults, onSelf, onLater }: WhoAttendsProps) {
  return (
    <Card as="section" aria-labelledby="attends" className="@container">
      <h2 id="attends" className="mb-2 text-h3">
        {m.orders_who_attends()}
      </h2>
      <p className="mb-6 text-sm text-ink-3">{m.checkout_who_attends_hint()}</p>
      <div className="grid gap-7">
        {lines.map((line) => (
          <div key={line.id} className="grid gap-5 not-first:border-t not-first:border-line not-first:pt-6">
            {lines.length > 1 && <LineName eng={line.name_eng} ar={line.name_ar} />}
            {seats
              .filter((seat) => seat.runId === line.id)
              .map((seat) => (
                <SeatFields
                  key={seat.seat}
                  seat={seat}
                  isOnly={line.qty === 1}
                  buyer={buyer}
                  defaults={defaults(line.id, seat.seat)}
                  onSelf={seat.seat === 1 && !registered.has(line.id) ? (isSelf) => onSelf(line.id, isSelf) : undefined}
                  onLater={
                    seat.seat > 1 && waits.has(line.id) ? (isLater) => onLater(line.id, seat.seat, isLater) : undefined
                  }
                />
              ))}
          </div>
        ))}
      </div>
    </Card>
  );
}
