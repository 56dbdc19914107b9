import { clsx } from "clsx/lite";

interface InitialProps {
  name: string;
  isOnBand?: boolean;
  /** A person who has no account and is not a colleague. */
  isGuest?: boolean;
  className?: string;
}

/**
 * The first letter of a name without its title. Decorative, as the name is beside it. `isOnBand` is for dark
 * backgrounds.
 */
export function Initial({ name, isOnBand = false, isGuest = false, className }: InitialProps) {
  const [letter = "–"] = name.replace(/^(dr[.\s]|د\.)\s*/i, "");
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "avatar grid size-7.5 flex-none place-items-center rounded-full text-[12px] leading-none font-semibold",
        isGuest ? "bg-sand text-sand-ink" : isOnBand ? "bg-on-band text-palm-900" : "bg-primary-tint text-palm-900",
        className,
      )}
    >
      {letter}
    </span>
  );
}
