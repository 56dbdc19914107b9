import type { ComponentProps } from "react";
import { clsx } from "clsx/lite";
import { Spinner } from "../../../src/ui/spinner.tsx";
import { busyState, iconButtonLook, type Busy } from "./button.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "./portal-icon-names.ts";
import { Tooltip } from "./tooltip.tsx";

export interface TooltipButtonProps extends Omit<ComponentProps<"button">, "onClick" | "children">, Busy {
  icon: IconName;
  /** Its name, also shown above it. */
  label: string;
  iconSize?: number;
  mirrors?: boolean;
}

/** Beside `button.tsx` in a file of its own: the sign-in has no tooltips, and so nothing of React Aria. */
export function TooltipButton({
  icon,
  label,
  iconSize,
  mirrors = false,
  isBusy = false,
  ...button
}: TooltipButtonProps) {
  const { className, type = "button", onClick, ...props } = button;
  return (
    <Tooltip text={label}>
      <button
        {...props}
        type={type}
        aria-label={label}
        {...busyState({ isBusy, disabled: props.disabled, onClick })}
        className={clsx(iconButtonLook, isBusy && "cursor-progress", className)}
      >
        <Icon name={icon} size={iconSize} mirrors={mirrors} className={isBusy ? "opacity-0" : ""} />
        {isBusy && <Spinner className="absolute inset-0 m-auto" />}
      </button>
    </Tooltip>
  );
}
