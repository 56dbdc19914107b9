import { sizeInButton, type IconName } from "#icon-set";
import { Anchor, type AnchorProps } from "./anchor.tsx";
import { buttonClass, type ButtonStyle } from "./button-style.ts";
import { Icon } from "./icon.tsx";

/** A link that looks like a button. */
export function LinkButton({
  variant,
  size = "md",
  block,
  icon,
  mirrorsIcon,
  className,
  children,
  ...props
}: AnchorProps & ButtonStyle & { icon?: IconName; mirrorsIcon?: boolean }) {
  return (
    <Anchor {...props} className={buttonClass({ variant, size, block }, false, className)}>
      {icon && <Icon name={icon} size={sizeInButton[size]} mirrors={mirrorsIcon} />}
      {children}
    </Anchor>
  );
}
