import { useTranslate } from "ra-core";
import { Chip, type Tone } from "./chip.tsx";
import type { IconName } from "./icon-names.ts";

const looks: Record<string, [Tone, IconName]> = {
  pending: ["attention", "hourglass"],
  paid: ["good", "circle-check"],
  failed: ["wrong", "circle-x"],
  expired: ["neutral", "clock"],
  refunded: ["info", "undo-2"],
  partially_refunded: ["info", "undo-2"],
};

/** The state of an order. */
export function OrderState({ status }: { status: string }) {
  const translate = useTranslate();
  const [tone, icon] = looks[status] ?? ["neutral", "clock"];
  return (
    <Chip tone={tone} icon={icon}>
      {translate(`order_state.${status}`)}
    </Chip>
  );
}
