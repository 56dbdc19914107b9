import { clsx } from "clsx/lite";
import { leafPath, sparkPath, starPath } from "./mark-paths.ts";

/** The logo mark. Arabic pages do not mirror it. */
export function Mark({ size = 40, onDark, className }: { size?: number; onDark?: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true" className={clsx("flex-none", className)}>
      <path
        d={starPath}
        strokeWidth="1"
        strokeLinejoin="round"
        className={onDark ? "fill-on-band stroke-on-band" : "fill-palm-600 stroke-palm-600"}
      />
      <path d={leafPath} className={onDark ? "fill-palm-900" : "fill-white"} />
      <path d={sparkPath} className={onDark ? "fill-[#c9821a]" : "fill-spark"} />
    </svg>
  );
}

interface LogoProps {
  /** First word of the company's name. */
  firstWord: string;
  /** Second word, shown in a lighter weight. */
  secondWord: string;
  onDark?: boolean;
  size?: number;
}

export function Logo({ firstWord, secondWord, onDark, size }: LogoProps) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-[.7rem] whitespace-nowrap font-display text-[1.15rem] font-[450] leading-normal tracking-[-.02em] md:text-[1.3rem] rtl:tracking-normal",
        onDark ? "text-on-band" : "text-ink",
      )}
    >
      <Mark onDark={onDark} size={size} className="max-md:size-[34px]" />
      <span>
        {firstWord} <span className={clsx("font-light", onDark ? "text-on-band-2" : "text-ink-3")}>{secondWord}</span>
      </span>
    </span>
  );
}
