import { Anchor, type AnchorProps } from "./anchor.tsx";
import { buttonClass, type ButtonLook } from "./button-style.ts";

/** A link that looks like a button: it goes somewhere, so it is not one. */
export function LinkButton({ variant, size, block, className, ...props }: AnchorProps & ButtonLook) {
  return <Anchor {...props} className={buttonClass({ variant, size, block }, false, className)} />;
}
