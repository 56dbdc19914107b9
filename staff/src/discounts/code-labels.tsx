import type { RowOf, StaffReply } from "../api-types.ts";
import { m } from "../messages.ts";
import { Chip, type Tone } from "../parts/chip.tsx";
import { Money } from "../parts/money.tsx";
import type { IconName } from "../parts/icon-names.ts";

export type CodeRow = RowOf<"discount-codes">;
export type FullCode = StaffReply<"GET /api/staff/discount-codes/:id">;

const looks: Record<CodeRow["state"], [Tone, IconName]> = {
  "in-force": ["good", "circle-check"],
  planned: ["info", "calendar-clock"],
  ended: ["neutral", "clock"],
  "used-up": ["neutral", "check"],
  paused: ["attention", "pause"],
};

const stateKeys = {
  "in-force": "in_force",
  planned: "planned",
  ended: "ended",
  "used-up": "used_up",
  paused: "paused",
} as const;
export const stateLabel = (state: CodeRow["state"]): string => m[`staff_discounts_states_${stateKeys[state]}`]();

export function CodeState({ state }: { state: CodeRow["state"] }) {
  const [tone, icon] = looks[state];
  return (
    <Chip tone={tone} icon={icon}>
      {stateLabel(state)}
    </Chip>
  );
}

/** `10%`, `200.00 SAR`. */
export function Off({ of: { percent, amount } }: { of: Pick<CodeRow, "percent" | "amount"> }) {
  if (percent === null) return <Money riyals={amount ?? "0.00"} withCurrency />;
  return <bdi className="strong number">{`${percent}%`}</bdi>;
}

/** For what a code is, in a few words. */
export function scopeText({ scope, course_ids: courses, run_ids: runs }: CodeRow): string {
  if (scope === "all") return m.staff_discounts_scope_all();
  const count = courses.length + runs.length;
  return scope === "only" ? m.staff_discounts_only_n({ count }) : m.staff_discounts_except_n({ count });
}
