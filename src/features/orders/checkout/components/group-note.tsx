import type { HoldSettings } from "#features/settings/settings.ts";
import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { contactParts, groupProblems, seatsOfRun } from "#features/orders/seats/hold-rules.ts";
import type { CartItem } from "../cart.ts";

export interface GroupLimits {
  holds: HoldSettings;
  email: string;
  phone: string;
}

/** Shows in the cart already what checkout would refuse: more seats than one buyer can hold. */
export function GroupNote({
  items,
  limits,
  className,
}: {
  items: readonly CartItem[];
  limits: GroupLimits;
  className?: string;
}) {
  const { holds } = limits;
  const quantities = items.filter(({ details }) => details.seats_left > 0).map(({ qty }) => qty);
  const problems = [...groupProblems(quantities, 0, holds, false).values()];
  if (problems.length === 0) return null;
  const whom = contactParts(limits);
  return (
    <Alert tone="info" className={className}>
      {problems.includes("too-many")
        ? m.enrolments_group_too_many({ ...whom, count: holds.seatsPerAccount })
        : m.enrolments_group_company({ ...whom, count: seatsOfRun(holds, false) })}
      <Link to="/contact-us" className="mt-1 block w-fit font-medium underline underline-offset-3">
        {m.checkout_group_contact()}
      </Link>
    </Alert>
  );
}
