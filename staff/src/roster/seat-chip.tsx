import { useTranslate } from "ra-core";
import { Chip, type Tone } from "../ui/chip.tsx";
import type { IconName } from "../ui/icon-names.ts";
import type { RosterState } from "./types.ts";

const looks: Record<RosterState, { tone: Tone; icon: IconName }> = {
  paid: { tone: "good", icon: "circle-check" },
  free: { tone: "good", icon: "badge-check" },
  "no-name": { tone: "attention", icon: "user-round" },
  "awaiting-bank": { tone: "attention", icon: "hourglass" },
  "in-checkout": { tone: "neutral", icon: "shopping-cart" },
  refunded: { tone: "info", icon: "undo-2" },
  cancelled: { tone: "neutral", icon: "circle-x" },
  "given-on": { tone: "neutral", icon: "replace" },
};

/** What a seat is. */
export function SeatChip({ state }: { state: RosterState }) {
  const translate = useTranslate();
  return <Chip {...looks[state]}>{translate(`roster.states.${state}`)}</Chip>;
}
