import { pendingProps } from "../../../src/ui/button.tsx";
import type { ComponentProps } from "react";
import { clsx } from "clsx/lite";
import { Spinner } from "../../../src/ui/spinner.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "./portal-icon-names.ts";
import { Tooltip } from "./tooltip.tsx";
import { iconButtonClass } from "./button-classes.ts";

export interface TooltipButtonProps extends Omit<ComponentProps<"button">, "children"> {
  icon: IconName;
  /** Accessible name of the button, and text of its tooltip. */
  label: string;
  iconSize?: number;
  mirrors?: boolean;
  /** Whether the action is running. Then the button ignores clicks and shows a spinner. */
  isPending?: boolean;
}

export function TooltipButton({
  icon,
  label,
  iconSize,
  mirrors = false,
  isPending = false,
  ...buttonProps
}: TooltipButtonProps) {
  const { className, type = "button", onClick, ...props } = buttonProps;
  return (
    <Tooltip text={label}>
      <button
        {...props}
        type={type}
        aria-label={label}
        {...pendingProps(isPending, onClick)}
        className={clsx(iconButtonClass, isPending && "cursor-progress", className)}
      >
        <Icon name={icon} size={iconSize} mirrors={mirrors} className={isPending ? "opacity-0" : ""} />
        {isPending && <Spinner className="absolute inset-0 m-auto" />}
      </button>
    </Tooltip>
  );
}
