import { Anchor, type AnchorProps } from "./anchor.tsx";
import { buttonClass, type ButtonStyle } from "./button-style.ts";

export function LinkButton({ variant, size, block, className, ...props }: AnchorProps & ButtonStyle) {
  return <Anchor {...props} className={buttonClass({ variant, size, block }, false, className)} />;
}
