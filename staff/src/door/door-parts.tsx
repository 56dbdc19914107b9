import type { ReactNode } from "react";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { LinkButton } from "../../../src/ui/link-button.tsx";

/** One line of advice. */
export function Hint({
  icon,
  isUrgent = false,
  children,
}: {
  icon: IconName;
  isUrgent?: boolean;
  children: ReactNode;
}) {
  return (
    <p className="flex gap-2.5 pt-2 pb-1 text-ink-2" role={isUrgent ? "alert" : undefined}>
      <Icon name={icon} size={18} className="mt-1" />
      {children}
    </p>
  );
}

/** Buttons side by side, tall enough for a thumb. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className="mt-3.5 flex gap-2.5 *:min-h-12 *:flex-1">{children}</div>;
}

/**
 * Links to the form that sells a seat. A full page load, so that the permission to use the camera ends with the door.
 */
export function SellSeat({ runId }: { runId: number }) {
  if (!useCan()("orders.transfer")) return null;
  return (
    <LinkButton variant="secondary" size="lg" icon="plus" href={`/staff/orders/create?run=${runId}`}>
      {m.staff_door_sell()}
    </LinkButton>
  );
}

/** Classes of a row in a list, and of the name in it. */
export const rowClass = "flex items-center gap-3 border-b border-line py-2.5";
export const rowNameClass = "min-w-0 flex-1 wrap-anywhere";
