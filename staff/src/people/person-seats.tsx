import { useTranslate } from "ra-core";
import { Link } from "react-router-dom";
import { Card } from "../ui/card.tsx";
import { Chip, type Tone } from "../ui/chip.tsx";
import { useFormats } from "../ui/formats.ts";
import type { IconName } from "../ui/icon-names.ts";
import type { Person } from "./person-types.ts";

type Seat = Person["seats"][number];

/** Seats this person has or had, also where another person paid. */
export function PersonSeats({ seats }: { seats: Seat[] }) {
  const translate = useTranslate();
  const { days, localized, number } = useFormats();
  return (
    <Card title={translate("people.seats_and_hours")} count={seats.length} flush>
      {seats.length === 0 ? (
        <p className="none">{translate("people.no_seats")}</p>
      ) : (
        <ul className="rows">
          {seats.map((seat) => (
            <li key={seat.id}>
              <span className="grow">
                <Link className="strong" to={`/runs/${seat.run_id}`}>
                  {localized(seat.name_eng, seat.name_ar)}
                </Link>
                <span className="second-line">{days(seat.start_date, seat.end_date)}</span>
              </span>
              <span className="number">
                {translate("people.hours", { smart_count: seat.hours, hours: number(seat.hours) })}
              </span>
              <SeatState seat={seat} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function stateOf({ state, when, cancelled_run, hold_expired }: Seat): [string, Tone, IconName] {
  if (cancelled_run) return ["run_cancelled", "neutral", "calendar-x"];
  if (hold_expired) return ["expired", "neutral", "clock"];
  if (state === "held") return ["held", "attention", "hourglass"];
  if (state === "cancelled") return ["cancelled", "neutral", "circle-x"];
  if (state === "transferred") return ["transferred", "info", "replace"];
  if (when === "ahead") return ["ahead", "info", "calendar-days"];
  return when === "now" ? ["now", "good", "play"] : ["over", "good", "circle-check"];
}

function SeatState({ seat }: { seat: Seat }) {
  const translate = useTranslate();
  const [key, tone, icon] = stateOf(seat);
  return (
    <Chip tone={tone} icon={icon}>
      {translate(`people.seat_states.${key}`)}
    </Chip>
  );
}
