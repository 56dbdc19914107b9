/** Buttons: one `primary` a region. One that is at work keeps the focus and its width, and cannot be clicked again. */
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { clsx } from "clsx/lite";
import { buttonClass, type ButtonStyle } from "../../../src/ui/button-style.ts";
import { Spinner } from "../../../src/ui/spinner.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "./portal-icon-names.ts";

export interface ButtonLook {
  /** `on-band` is for dark ground. */
  variant?: "primary" | "secondary" | "ghost" | "danger" | "danger-secondary" | "on-band";
  size?: ButtonStyle["size"];
}

/** The classes of a button. */
export function buttonLook(
  { variant = "secondary", size }: ButtonLook,
  isDisabled = false,
  className?: string,
): string {
  const isDangerSecondary = variant === "danger-secondary" && !isDisabled;
  return buttonClass(
    { variant: variant === "on-band" ? "outlined" : variant === "danger-secondary" ? "secondary" : variant, size },
    isDisabled,
    clsx(
      "relative whitespace-nowrap gap-1.5!",
      isDangerSecondary && "border-danger! text-danger! hover:bg-danger-tint!",
      className,
    ),
  );
}

export interface Busy {
  isBusy?: boolean;
  disabled?: boolean | undefined;
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
}

/** Not `disabled` while it works: a disabled button loses the focus. A submit button does not send its form again. */
export const busyState = ({ isBusy, disabled, onClick }: Busy) => ({
  "aria-busy": isBusy || undefined,
  "aria-disabled": isBusy || disabled || undefined,
  onClick: (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  },
});

export interface ButtonProps extends Omit<ComponentProps<"button">, "onClick">, ButtonLook, Busy {
  icon?: IconName;
  mirrorsIcon?: boolean;
}

export function Button({ variant, size, icon, mirrorsIcon = false, isBusy = false, ...button }: ButtonProps) {
  const { children, className, type = "button", onClick, ...props } = button;
  return (
    <button
      {...props}
      type={type}
      {...busyState({ isBusy, disabled: props.disabled, onClick })}
      className={buttonLook({ variant, size }, props.disabled, clsx(isBusy && "cursor-progress!", className))}
    >
      {icon && <Icon name={icon} size={16} mirrors={mirrorsIcon} className={isBusy ? "opacity-0" : ""} />}
      <span className={isBusy ? "opacity-0" : undefined}>{children}</span>
      {isBusy && <Spinner className="absolute inset-0 m-auto" />}
    </button>
  );
}

/** Of a button that looks like a link. */
export const textButton = "min-h-6 text-sm font-medium text-primary underline underline-offset-3";

/** A link that looks like a button. */
export function LinkButton({
  variant,
  size,
  icon,
  className,
  children,
  ...props
}: Omit<LinkProps, "className"> & ButtonLook & { icon?: IconName; className?: string }) {
  return (
    <Link {...props} className={buttonLook({ variant, size }, false, className)}>
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
    </Link>
  );
}

/** Of a button that is an icon alone. */
export const iconButtonLook =
  "relative inline-grid size-target flex-none place-items-center rounded-sm text-ink-3 transition-ui hover:bg-sunken hover:text-ink disabled:opacity-40 disabled:hover:bg-transparent";

/** Two or three buttons side by side that are one: a button and the menu of its other ways. */
export function SplitButton({ children }: { children: ReactNode }) {
  return (
    <div className="inline-flex *:not-first:rounded-s-none *:not-first:border-s-white/30 *:not-first:px-2 *:not-last:rounded-e-none">
      {children}
    </div>
  );
}
