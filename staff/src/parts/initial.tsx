import { clsx } from "clsx/lite";

interface InitialProps {
  name: string;
  isOnBand?: boolean;
  /** Whether the person is not a colleague and has no account. */
  isGuest?: boolean;
  className?: string;
}

/**
 * The first letter of a person's name without the title. It is decorative, because the name is beside it. `isOnBand` is
 * for dark backgrounds.
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
