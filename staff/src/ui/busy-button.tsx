import type { MouseEvent } from "react";
import { Button, CircularProgress, IconButton, type ButtonProps, type IconButtonProps } from "@mui/material";

type BusyProps<Props> = Omit<Props, "loading"> & { isBusy: boolean };
type Clickable = Pick<ButtonProps, "className" | "disabled" | "onClick">;

/**
 * MUI's `loading` disables the button, and a disabled one loses the focus: the keyboard is back at the top of the page.
 */
const busyState = ({ isBusy, onClick, disabled, className = "" }: BusyProps<Clickable>) => ({
  className: isBusy ? `${className} busy-button` : className,
  "aria-busy": isBusy || undefined,
  "aria-disabled": isBusy || disabled || undefined,
  onClick: (event: MouseEvent<HTMLButtonElement>) => {
    // The form of a submit button is not sent again either.
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  },
});

const spinner = <CircularProgress className="busy-mark" color="inherit" size={16} aria-hidden />;

/** A button that shows that it works, cannot be clicked again until then, and keeps the focus. */
export function BusyButton({ isBusy, children, ...props }: BusyProps<ButtonProps>) {
  return (
    <Button {...props} {...busyState({ ...props, isBusy })}>
      <span>{children}</span>
      {isBusy && spinner}
    </Button>
  );
}

/** As `BusyButton`, with an icon only. */
export function BusyIconButton({ isBusy, children, ...props }: BusyProps<IconButtonProps>) {
  return (
    <IconButton {...props} {...busyState({ ...props, isBusy })}>
      <span>{children}</span>
      {isBusy && spinner}
    </IconButton>
  );
}
