import { leafPath, sparkPath, starPath } from "../../../src/ui/mark-paths.ts";

/** The company's mark; never mirrored. */
export function Mark({ size, onDark = false }: { size: number; onDark?: boolean }) {
  const star = onDark ? "#f4efe3" : "#0c6155";
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true" style={{ flex: "none" }}>
      <path d={starPath} strokeWidth="1" strokeLinejoin="round" fill={star} stroke={star} />
      <path d={leafPath} fill={onDark ? "#062b27" : "#fff"} />
      <path d={sparkPath} fill={onDark ? "#c9821a" : "#f2be5c"} />
    </svg>
  );
}
