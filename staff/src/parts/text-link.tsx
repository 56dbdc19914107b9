import { clsx } from "clsx/lite";
import { Anchor, type AnchorProps } from "../../../src/ui/anchor.tsx";

/** A link in text, underlined under the pointer. `to` is a page of the portal, `href` anything else. */
export function TextLink({ className, children, ...props }: AnchorProps) {
  return (
    <Anchor {...props} className={clsx("font-medium text-primary hover:underline", className)}>
      {children}
    </Anchor>
  );
}
