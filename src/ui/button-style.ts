import { clsx } from "clsx/lite";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "danger-secondary" | "cream" | "outlined";
export type ButtonSize = "sm" | "md" | "lg";

const variants: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-primary text-on-primary hover:bg-primary-hover active:bg-primary-press",
  secondary: "border-line-2 bg-surface text-ink hover:border-primary hover:text-primary",
  ghost: "border-transparent px-(--nh-button-ghost-pad)! text-primary hover:bg-primary-tint",
  danger: "border-transparent bg-danger text-on-danger hover:[filter:brightness(.9)]",
  "danger-secondary": "border-danger bg-surface text-danger hover:bg-danger-tint",
  cream: "border-transparent bg-on-band text-palm-950 hover:bg-white",
  outlined: "border-palm-200/40 text-on-band hover:border-on-band hover:bg-white/6",
};
const sizes: Record<ButtonSize, string> = {
  sm: "min-h-(--nh-button-sm) px-(--nh-button-sm-pad) py-1.5 text-sm",
  md: "min-h-(--nh-button-md) px-(--nh-button-md-pad) py-2",
  lg: "min-h-(--nh-button-lg) px-(--nh-button-lg-pad) py-2.5",
};
const shapeClass =
  "inline-flex max-w-full items-center justify-center gap-(--nh-button-gap) rounded-control border text-center font-medium leading-[1.3] [white-space:var(--nh-button-wrap)] transition-ui";
/** A link or button without a frame, 44 px high so that a finger can hit it. */
export const plainLink = "inline-flex min-h-11 items-center gap-2 text-sm font-medium text-primary hover:underline";
const disabledClass = "cursor-not-allowed border-line bg-sunken text-ink-3";

export interface ButtonStyle {
  /** Use one `primary` per region of a page. `cream` and `outlined` are for dark bands. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
}

export function buttonClass(
  { variant = "primary", size = "md", block }: ButtonStyle,
  isDisabled = false,
  className?: string,
): string {
  return clsx(
    shapeClass,
    isDisabled ? disabledClass : clsx(variants[variant], "active:translate-y-px"),
    sizes[size],
    block && "w-full",
    className,
  );
}
