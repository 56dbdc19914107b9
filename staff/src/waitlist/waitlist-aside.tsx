import { night, offerHours, shortFromHours, shortOfferHours } from "../../../src/features/seats/offer-rules.ts";
import { useNotify } from "../frame/notices.tsx";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { formatUnit } from "../parts/age.ts";
import { Panel } from "../parts/panel.tsx";
import { useFormats } from "../parts/formats.ts";
import { buildBccLink } from "./mail-links.ts";
import { Button } from "../../../src/ui/button.tsx";
import { LinkButton } from "../../../src/ui/link-button.tsx";

/** How offers work, and how many people want new dates of the course. */
export function WaitlistAside({ interested, onCopy }: { interested: number; onCopy(): void }) {
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
              <Button variant="secondary" icon="copy" onClick={onCopy}>
                {m.staff_runs_copy_open()}
              </Button>
            )}
          </div>
        </Panel>
      )}
    </div>
  );
}

/** A button that copies the addresses of everyone on a list, and a link to email them unless it would be too long. */
export function WriteToAll({ emails }: { emails: readonly string[] }) {
  const notify = useNotify();
  if (emails.length === 0) return null;
  const link = buildBccLink(emails);
  const copy = async () => {
    await navigator.clipboard.writeText(emails.join(", "));
    notify(m.staff_waiting_addresses_copied(), { type: "success" });
  };
  return (
    <>
      <Button variant="secondary" icon="copy" onClick={() => void copy()}>
        {m.staff_waiting_copy_addresses()}
      </Button>
      {link && (
        <LinkButton variant="secondary" icon="mail" href={link}>
          {m.staff_waiting_write_to_all()}
        </LinkButton>
      )}
    </>
  );
}
