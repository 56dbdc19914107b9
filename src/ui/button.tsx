import { clsx } from "clsx/lite";
import { useContext, useEffect, type ComponentProps, type MouseEvent } from "react";
import { announce } from "./announce.ts";
import { buttonClass, type ButtonStyle } from "./button-style.ts";
import { FormContext } from "./form-context.ts";
import { Spinner } from "./spinner.tsx";

export interface ButtonProps extends ComponentProps<"button">, ButtonStyle {
  /** It keeps the focus, says so, and cannot be clicked again. */
  isPending?: boolean;
  /** Meanwhile, such as "Wait..."; the button keeps its width. */
  pendingText?: string;
}

/** Reserves the width of the hidden text, so that the button does not resize. */
const ghost = "inline-grid after:invisible after:h-0 after:overflow-hidden after:content-[attr(data-ghost)]";

/** Inside a `Form`, a submit button is pending while the form is being sent. */
export function Button({
  variant,
  size,
  block,
  isPending,
  pendingText,
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
  const click = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));
  return (
    <button
      {...props}
      type={type}
      className={buttonClass({ variant, size, block }, props.disabled, className)}
      onClick={click}
      {...(busy && { "aria-disabled": true, "aria-busy": true })}
    >
      {pendingText === undefined ? (
        <>
          {busy && <Spinner />}
          {children}
        </>
      ) : (
        <span
          data-ghost={busy ? (typeof children === "string" ? children : "") : pendingText}
          className={clsx(ghost, !busy && "after:ps-7")}
        >
          <span className="inline-flex items-center justify-center gap-2.5">
            {busy && <Spinner />}
            {busy ? pendingText : children}
          </span>
        </span>
      )}
    </button>
  );
}
