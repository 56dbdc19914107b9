/** Shows each text on its own line. */
export function TextLines({ texts }: { texts: readonly string[] }) {
  return texts.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}
