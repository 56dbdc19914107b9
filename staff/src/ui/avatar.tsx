/** The first letter of a name, its title left out; the name itself stands beside it. */
export function Avatar({ name }: { name: string }) {
  const [letter = "–"] = name.replace(/^(dr[.\s]|د\.)\s*/i, "");
  return (
    <span className="avatar" aria-hidden="true">
      {letter}
    </span>
  );
}
