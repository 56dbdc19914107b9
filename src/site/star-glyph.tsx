import { clsx } from "clsx/lite";

/** Arabic pages do not mirror it, because a medical trace has one direction. */
export function StarGlyph({ sign, className }: { sign: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 52 52"
      fill="none"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
      className={clsx("size-13 stroke-primary", className)}
    >
      <path
        strokeWidth="1.2"
        className="fill-primary-tint"
        d="M26 2l7 7h10v10l7 7-7 7v10H33l-7 7-7-7H9V33l-7-7 7-7V9h10z"
      />
      <path strokeWidth="1.7" d={sign} />
    </svg>
  );
}
