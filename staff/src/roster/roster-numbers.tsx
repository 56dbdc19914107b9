import { useTranslate } from "ra-core";
import type { FullRun } from "../runs/types.ts";
import { SeatBar } from "../ui/seat-bar.tsx";
import type { Roster } from "./types.ts";

/** How full it is, and what is missing. */
export function RosterNumbers({ roster, run }: { roster: Roster; run: FullRun }) {
  const translate = useTranslate();
  const missing: [string, number][] = [
    [translate("roster.without_name"), roster.without_name],
    [translate("roster.without_scfhs"), roster.without_scfhs],
    [translate("roster.awaiting_bank"), roster.awaiting_bank],
  ];
  return (
    <section className="card roster-numbers" aria-label={translate("roster.numbers")}>
      <div>
        <p className="quiet small">{translate("runs.seats")}</p>
        <SeatBar sold={run.seats_sold} held={run.seats_held} capacity={run.capacity} />
      </div>
      <dl>
        {missing.map(([label, count]) => (
          <div key={label}>
            <dt className="quiet small">{label}</dt>
            <dd className="number">{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
