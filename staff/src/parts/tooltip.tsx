import type { ReactElement } from "react";
import { Focusable } from "react-aria-components/Focusable";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";

/**
 * Shows a text next to the hovered or focused element. Touch screens show no tooltips, so the text must also be
 * available elsewhere. An empty text shows nothing.
 */
export function Tooltip({
  text,
  placement = "bottom",
  children,
}: {
  text: string;
  placement?: "bottom" | "end";
  children: ReactElement<object, string>;
}) {
  if (text === "") return children;
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <Focusable>{children}</Focusable>
      <TooltipText placement={placement}>{text}</TooltipText>
    </TooltipTrigger>
  );
}

/** The tooltip itself, for React Aria's `TooltipTrigger` around a button of React Aria. */
export function TooltipText({ placement = "bottom", children }: { placement?: "bottom" | "end"; children: string }) {
  return (
    <AriaTooltip
      placement={placement}
      offset={6}
      className="pointer-events-none max-w-72 rounded-xs bg-palm-950 px-2 py-1 text-sm text-on-band"
    >
      {children}
    </AriaTooltip>
  );
}
