/** Shows a key of the keyboard. `isOnBand` is for dark backgrounds. */
export function Kbd({ children, isOnBand = false }: { children: string; isOnBand?: boolean }) {
  return (
    <kbd
      dir="ltr"
      className={`isolate rounded-xs font-sans border px-1.5 py-px text-sm font-medium whitespace-nowrap max-md:hidden ${
        isOnBand ? "border-palm-200/30" : "border-line-2 bg-surface text-ink-2"
      }`}
    >
      {children}
    </kbd>
  );
}
