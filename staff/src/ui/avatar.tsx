/** The first letter of a name, titles left out; the name itself stands beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {name.replace(/^(dr\.?|د\.)\s*/i, "").slice(0, 1)}
    </span>
  );
}
