/** Shows each text on its own line. */
export function TextLines({ of }: { of: readonly string[] }) {
  return of.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}
