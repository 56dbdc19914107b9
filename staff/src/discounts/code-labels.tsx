import type { RowOf, StaffReply } from "../api-types.ts";
import { m } from "../messages.ts";
import { Chip, type Tone } from "../parts/chip.tsx";
import { Money } from "../parts/money.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { SecondLine } from "../parts/second-line.tsx";

export type CodeRow = RowOf<"discount-codes">;
export type FullCode = StaffReply<"GET /api/staff/discount-codes/:id">;

const stateStyles: Record<CodeRow["state"], [Tone, IconName]> = {
  "in-force": ["good", "circle-check"],
  planned: ["info", "calendar-clock"],
  ended: ["neutral", "clock"],
  "used-up": ["neutral", "check"],
  paused: ["neutral", "pause"],
};

const stateKeys = {
  "in-force": "in_force",
  planned: "planned",
  ended: "ended",
  "used-up": "used_up",
  paused: "paused",
} as const;
export const getStateLabel = (state: CodeRow["state"]): string => m[`staff_discounts_states_${stateKeys[state]}`]();

/** The state of a code. Once a tenth of its uses or less is left, says how many are left instead. */
export function CodeState({ code }: { code: Pick<CodeRow, "state" | "maxUses" | "used" | "reserved"> }) {
  const { state, maxUses, used, reserved } = code;
  const [tone, icon] = stateStyles[state];
  const usesLeft = maxUses === null ? Infinity : maxUses - used - reserved;
  if (state === "in-force" && maxUses !== null && usesLeft * 10 <= maxUses)
    return (
      <Chip tone="attention" icon="hourglass">
        {m.staff_discounts_left({ count: usesLeft })}
      </Chip>
    );
  return (
    <Chip tone={tone} icon={icon}>
      {getStateLabel(state)}
    </Chip>
  );
}

/** Number of orders that used the code, its limit, and the number of checkouts that use it now. */
export function Uses({ code }: { code: Pick<CodeRow, "used" | "reserved" | "maxUses"> }) {
  const { used, reserved, maxUses } = code;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {maxUses !== null && (
        <span className="mb-1 flex h-1.5 overflow-hidden rounded-full bg-bar-background" aria-hidden="true">
          <i className="bg-bar" style={{ width: `${Math.min(100, (used / maxUses) * 100)}%` }} />
        </span>
      )}
      {maxUses === null
        ? m.staff_discounts_used_unlimited({ used })
        : m.staff_discounts_used_of({ used, max: maxUses })}
      {reserved > 0 && <SecondLine>{m.staff_discounts_reserved({ count: reserved })}</SecondLine>}
    </span>
  );
}

/** The discount of a code, such as `10%` or `200.00 SAR`. */
export function DiscountAmount({ discount: { percent, amount } }: { discount: Pick<CodeRow, "percent" | "amount"> }) {
  if (percent === null) return <Money riyals={amount ?? "0.00"} withCurrency />;
  return <bdi className="font-medium whitespace-nowrap tabular-nums">{`${percent}%`}</bdi>;
}

/** The scope of a code in a few words. */
export function getScopeText({ scope, courseIds: courses, runIds: runs }: CodeRow): string {
  if (scope === "all") return m.staff_discounts_scope_all();
  const count = courses.length + runs.length;
  return scope === "only" ? m.staff_discounts_only_n({ count }) : m.staff_discounts_except_n({ count });
}
