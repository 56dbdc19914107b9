import { useId, type ReactNode } from "react";

/** A part of the settings: what it is about at the side, its fields beside it. */
export function SettingGroup({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="setting-group" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="small quiet">{text}</p>
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}
