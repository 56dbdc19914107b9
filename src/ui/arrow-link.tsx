import { clsx } from "clsx/lite";
import { Anchor, type AnchorProps } from "./anchor.tsx";
import { Icon } from "./icon.tsx";

/** `quiet` drops the underline. */
export function ArrowLink({ quiet, className, children, ...props }: AnchorProps & { quiet?: boolean }) {
  return (
    <Anchor
      {...props}
      className={clsx(
        "max-md:touch-y",
        "inline-flex min-h-6 max-w-full shrink-0 items-center gap-2 font-medium text-primary transition-[gap] duration-(--nh-base) hover:gap-3",
        !quiet && "border-b border-current/35 pb-0.5 hover:border-current",
        className,
      )}
    >
      {children}
      <Icon name="arrow-right" size="sm" mirrors />
    </Anchor>
  );
}
