import { clsx } from "clsx/lite";
import type { ComponentProps } from "react";
import type { IconName } from "#icon-set";
import { Icon } from "./icon.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  icon: IconName;
  label: string;
  mirrors?: boolean;
  /** `round` is a ring for dark bands (carousel arrows). */
  variant?: "plain" | "round";
}

const variants = {
  plain: "rounded-control text-ink-2 hover:bg-sunken hover:text-ink",
  round: "rounded-full border border-palm-200/40 hover:bg-on-band hover:text-palm-950",
};

export function IconButton({
  icon,
  label,
  mirrors,
  variant = "plain",
  type = "button",
  className,
  ...props
}: IconButtonProps) {
  return (
    <button
      {...props}
      type={type}
      aria-label={label}
      className={clsx(
        "inline-grid size-11 flex-none place-items-center transition-ui disabled:opacity-40",
        variants[variant],
        className,
      )}
    >
      <Icon name={icon} mirrors={mirrors} />
    </button>
  );
}
