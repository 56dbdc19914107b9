import { clsx } from "clsx/lite";
import type { ComponentProps } from "react";

/** `as` selects the element that fits the content. */
export function Card({
  as: Tag = "div",
  padded = true,
  className,
  ...props
}: ComponentProps<"div"> & { as?: "div" | "section" | "article" | "aside" | "li"; padded?: boolean }) {
  const Element = Tag as "div";
  return (
    <Element
      {...props}
      className={clsx(
        "rounded-[20px] border border-line bg-surface md:rounded-panel",
        padded && "p-[1.35rem] md:p-9",
        className,
      )}
    />
  );
}
