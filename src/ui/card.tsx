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
        "rounded-[20px] border border-line bg-surface md:rounded-panel print:rounded-none print:border-x-0 print:border-b-0",
        padded && "p-[1.35rem] md:p-9 print:px-0! print:py-5!",
        className,
      )}
    />
  );
}
