import { findMessage } from "../messages.ts";
import { Chip, type Tone } from "./chip.tsx";
import type { IconName } from "./portal-icon-names.ts";

const stateStyles: Record<string, [Tone, IconName]> = {
  pending: ["attention", "hourglass"],
  paid: ["good", "circle-check"],
  failed: ["wrong", "circle-x"],
  expired: ["neutral", "clock"],
  refunded: ["info", "undo-2"],
  partially_refunded: ["info", "undo-2"],
};

/** The state of an order. */
export function OrderState({ status }: { status: string }) {
  const [tone, icon] = stateStyles[status] ?? ["neutral", "clock"];
  return (
    <Chip tone={tone} icon={icon}>
      {findMessage(`staff_order_state_${status}`) ?? status}
    </Chip>
  );
}
