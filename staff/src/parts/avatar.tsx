import { clsx } from "clsx/lite";

/** The first letter of a name, its title left out; the name itself stands beside it. `isOnBand`: on dark ground. */
export function Avatar({ name, isOnBand = false }: { name: string; isOnBand?: boolean }) {
  const [letter = "–"] = name.replace(/^(dr[.\s]|د\.)\s*/i, "");
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "avatar grid size-7.5 flex-none place-items-center rounded-full text-[12px] leading-none font-semibold text-palm-900",
        isOnBand ? "bg-on-band" : "bg-primary-tint",
      )}
    >
      {letter}
    </span>
  );
}
