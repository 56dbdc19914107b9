import { clsx } from "clsx/lite";
import { m } from "#messages";
import type { PaletteName } from "#ui/art/palettes.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Icon } from "#ui/icon.tsx";
import { ProductScreen } from "../digital/product-screen.tsx";

const states = {
  valid: { icon: "check", look: "bg-success-tint text-success" },
  soon: { icon: "clock", look: "bg-warning-tint text-warning" },
  expired: { icon: "x", look: "bg-danger-tint text-danger" },
  missing: { icon: undefined, look: "border border-dashed border-line-2" },
} as const;
type State = keyof typeof states;

const competencies = [
  m.site_learning_screen_bls,
  m.site_learning_screen_iv,
  m.site_learning_screen_meds,
  m.site_learning_screen_falls,
];
const people: { name: () => string; palette: PaletteName; has: State[] }[] = [
  { name: m.site_learning_screen_huda, palette: "palm", has: ["valid", "valid", "valid", "valid"] },
  { name: m.site_learning_screen_reem, palette: "lilac", has: ["valid", "valid", "soon", "valid"] },
  { name: m.site_learning_screen_omar, palette: "dawn", has: ["valid", "missing", "valid", "expired"] },
  { name: m.site_learning_screen_faris, palette: "mint", has: ["valid", "valid", "valid", "valid"] },
];

const row =
  "grid grid-cols-[minmax(0,1fr)_repeat(4,minmax(0,2.9rem))] items-center justify-items-center gap-x-1 ps-4 pe-2 md:ps-[1.35rem] md:grid-cols-[minmax(0,1fr)_repeat(4,minmax(0,4.2rem))]";

/** A picture of a grid, so not a table. */
export function CompetencyScreen() {
  return (
    <ProductScreen
      label={m.site_learning_screen_grid()}
      title={m.site_learning_screen_competencies()}
      note={m.site_learning_screen_shift()}
      ground="bg-accent-tint"
    >
      <div className={clsx(row, "py-[.7rem] text-xs font-medium text-ink-3")}>
        <span />
        {competencies.map((label) => (
          <span key={label()}>{label()}</span>
        ))}
      </div>
      {people.map(({ name, palette, has }) => (
        <div key={name()} className={clsx(row, "border-t border-line py-2")}>
          <span className="flex items-center gap-[.7rem] justify-self-start text-sm font-medium whitespace-nowrap">
            <Avatar name={name()} palette={palette} size={32} className="max-md:hidden" />
            {name()}
          </span>
          {has.map((state, index) => {
            const { icon, look } = states[state];
            return (
              <span key={index} className={clsx("grid size-[30px] place-items-center rounded-sm", look)}>
                {icon && <Icon name={icon} size="sm" />}
              </span>
            );
          })}
        </div>
      ))}
    </ProductScreen>
  );
}
