import { night, offerHours, shortFromHours, shortOfferHours } from "../../../src/features/seats/offer-rules.ts";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { formatUnit } from "../parts/age.ts";
import { Panel } from "../parts/panel.tsx";
import { useFormats } from "../parts/formats.ts";
import { Button } from "../../../src/ui/button.tsx";

/** How offers work, and how many people want new dates of the course. `onCopyRun` opens the dialog to copy the run. */
export function WaitlistAside({ interested, onCopyRun }: { interested: number; onCopyRun(): void }) {
  const { locale } = useFormats();
  const can = useCan();
  const formatHours = (count: number) => formatUnit(count, "hour", locale, "long");
  return (
    <div className="grid gap-4">
      <Panel title={m.staff_waiting_rule_title()}>
        <div className="grid gap-2">
          <p>{m.staff_waiting_rule()}</p>
          <p>
            {m.staff_waiting_held_for({
              hours: formatHours(offerHours),
              short: formatHours(shortOfferHours),
              soon: formatHours(shortFromHours),
            })}
          </p>
          <p>{m.staff_waiting_night(night)}</p>
        </div>
      </Panel>
      {interested > 0 && (
        <Panel title={m.staff_waiting_interested_title()}>
          <div className="grid gap-3">
            <p>{m.staff_waiting_interested({ count: interested })}</p>
            {can("schedule.write") && (
              <Button variant="secondary" icon="copy" onClick={onCopyRun}>
                {m.staff_runs_copy_open()}
              </Button>
            )}
          </div>
        </Panel>
      )}
    </div>
  );
}
