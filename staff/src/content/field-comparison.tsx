import type { ReactNode } from "react";

/** A field of two versions: its name above the difference. */
export function FieldComparison({
  title,
  label = title,
  children,
}: {
  title: string;
  label?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={label} className="overflow-hidden rounded-control border border-line">
      <h3 className="border-b border-line bg-row px-3.25 py-1.75 font-sans text-sm font-medium text-ink-2">{title}</h3>
      <div className="px-3.25 py-2.5">{children}</div>
    </section>
  );
}
