import { clsx } from "clsx/lite";
import { useContext, useEffect, type ComponentProps, type MouseEvent } from "react";
import { sizeInButton, type IconName } from "#icon-set";
import { announce } from "./announce.ts";
import { buttonClass, type ButtonStyle } from "./button-style.ts";
import { FormContext } from "./form-context.ts";
import { Icon } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";

export interface ButtonProps extends ComponentProps<"button">, ButtonStyle {
  /** A pending button keeps its focus and its width, announces that it is busy, and ignores clicks. */
  isPending?: boolean | undefined;
  /** Text shown while pending, such as "Wait...". Without it only a spinner is shown. */
  pendingText?: string;
  /** Shown before the text. */
  icon?: IconName | undefined;
  mirrorsIcon?: boolean;
}

/**
 * Props that make any button pending. It is not `disabled`, because a disabled button loses the focus. A pending submit
 * button does not send its form again.
 */
export const pendingProps = (isPending: boolean, onClick: ComponentProps<"button">["onClick"]) => ({
  onClick: (event: MouseEvent<HTMLButtonElement>) => (isPending ? event.preventDefault() : onClick?.(event)),
  ...(isPending && { "aria-disabled": true, "aria-busy": true }),
});

/** Reserves the width of the hidden text so that the button does not change size. */
const ghostClass = "inline-grid after:invisible after:h-0 after:overflow-hidden after:content-[attr(data-ghost)]";
const contentClass = "inline-flex items-center justify-center gap-(--nh-button-gap)";

/** A submit button inside a `Form` is pending while the form is being sent. */
export function Button({
  variant,
  size = "md",
  block,
  isPending,
  pendingText,
  icon,
  mirrorsIcon,
  type = "button",
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const form = useContext(FormContext);
  const busy = isPending ?? (type === "submit" && form.isPending);
  useEffect(() => {
    if (busy && pendingText) announce(pendingText);
  }, [busy, pendingText]);
  const hasText = pendingText !== undefined;
  const text =
    busy && hasText ? (
      <>
        <Spinner />
        {pendingText}
      </>
    ) : (
      <>
        {icon && <Icon name={icon} size={sizeInButton[size]} mirrors={mirrorsIcon} />}
        {children}
      </>
    );
  return (
    <button
      {...props}
      type={type}
      className={buttonClass(
        { variant, size, block },
        props.disabled,
        clsx(busy && "relative cursor-progress!", className),
      )}
      {...pendingProps(busy, onClick)}
    >
      {hasText ? (
        <span
          data-ghost={busy ? (typeof children === "string" ? children : "") : pendingText}
          className={clsx(ghostClass, !busy && "after:ps-7")}
        >
          <span className={contentClass}>{text}</span>
        </span>
      ) : busy ? (
        <>
          <span className={`${contentClass} opacity-0`}>{text}</span>
          <Spinner className="absolute inset-0 m-auto" />
        </>
      ) : (
        text
      )}
    </button>
  );
}
