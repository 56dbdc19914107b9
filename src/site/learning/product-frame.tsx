import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

export interface ProductFrameProps {
  /** What the picture shows, in a sentence: its parts are not read one by one. */
  name: string;
  title: string;
  /** Whose screen it is. */
  owner: string;
  /** The tint it stands on. */
  ground: string;
  children: ReactNode;
}

/** A drawn picture of a product screen on its own tint. */
export function ProductFrame({ name, title, owner, ground, children }: ProductFrameProps) {
  return (
    <div role="img" aria-label={name} className={cx("min-w-0 rounded-panel p-[clamp(1.25rem,3.5vw,3rem)]", ground)}>
      <div className="overflow-hidden rounded-[20px] border border-line bg-surface shadow-3">
        <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-4 md:px-[1.35rem]">
          <b>{title}</b>
          <span className="text-xs text-ink-3">{owner}</span>
        </div>
        {children}
      </div>
    </div>
  );
}
