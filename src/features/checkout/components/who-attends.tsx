import { lazy, Suspense, useState } from "react";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";
import type { Attendee } from "#features/seats/attendee.ts";
import type { FormSeat } from "#features/seats/attendee-form.ts";
import type { SeatChoice, SeatChoices } from "#features/checkout/seat-choices.ts";
import type { ReviewLine } from "./order-review.tsx";
import { LineName, SeatFields } from "./seat-fields.tsx";

/** Loaded when opened. */
const PeopleList = lazy(() => import("#features/checkout/groups/people-list-panel.tsx"));

interface WhoAttendsProps {
  lines: readonly ReviewLine[];
  seats: readonly FormSeat[];
  buyer: Attendee;
  registered: ReadonlySet<number>;
  /** Runs whose seats can still be named after the purchase. */
  namedLater: ReadonlySet<number>;
  defaults: (runId: number, seat: number) => Attendee | null | undefined;
  userId: string;
  rounds: SeatChoices["rounds"];
  onChoose: (choice: SeatChoice) => void;
}

/** Asks who attends: the buyer, people named here or from a list, or nobody yet. */
export function WhoAttends(props: WhoAttendsProps) {
  const { lines, seats, buyer, registered, namedLater, defaults, userId, rounds, onChoose } = props;
  const applyList = ({ id: runId, qty }: ReviewLine, people: Attendee[]) =>
    onChoose({ kind: "list", runId, qty, people });
  const [listedRunId, setListedRunId] = useState<number | null>(null);
  return (
    <Card as="section" aria-labelledby="attends" className="@container">
      <h2 id="attends" className="mb-2 text-h3">
        {m.common_attendees()}
      </h2>
      <p className="mb-6 text-sm text-ink-3">{m.checkout_who_attends_hint()}</p>
      {seats.some(({ isSelf, isLater }) => !isSelf && !isLater) && <ConfirmAddress className="mb-6" />}
      <div className="grid gap-7">
        {lines.map((line) => (
          <div key={line.id} className="grid gap-5 not-first:border-t not-first:border-line not-first:pt-6">
            {lines.length > 1 && <LineName eng={line.name_eng} ar={line.name_ar} />}
            {line.qty > 1 && namedLater.has(line.id) && listedRunId !== line.id && (
              <div className="flex flex-wrap gap-3">
                <Button variant="secondary" size="sm" onClick={() => setListedRunId(line.id)}>
                  {m.groups_list_open()}
                </Button>
                <Button variant="ghost" size="sm" onClick={() => applyList(line, [])}>
                  {m.groups_later_all()}
                </Button>
              </div>
            )}
            {listedRunId === line.id && (
              <Suspense fallback={<p aria-busy="true">{m.ui_loading()}</p>}>
                <PeopleList
                  runId={line.id}
                  userId={userId}
                  seats={line.qty}
                  onUse={(people) => {
                    setListedRunId(null);
                    applyList(line, people);
                  }}
                />
              </Suspense>
            )}
            {seats
              .filter((seat) => seat.runId === line.id)
              .map((seat) => (
                <SeatFields
                  key={`${seat.seat} ${rounds[line.id] ?? 0}`}
                  seat={seat}
                  isOnly={line.qty === 1}
                  buyer={buyer}
                  defaults={defaults(line.id, seat.seat)}
                  onSelf={
                    seat.seat === 1 && !registered.has(line.id)
                      ? (isSelf) => onChoose({ kind: "self", runId: line.id, isSelf })
                      : undefined
                  }
                  onLater={
                    seat.seat > 1 && namedLater.has(line.id)
                      ? (isLater) => onChoose({ kind: "later", runId: line.id, seat: seat.seat, isLater })
                      : undefined
                  }
                />
              ))}
          </div>
        ))}
      </div>
    </Card>
  );
}
