import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { Button } from "react-aria-components/Button";
import { Menu as AriaMenu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { TooltipTrigger } from "react-aria-components/Tooltip";
import { Popover } from "react-aria-components/Popover";
import { clsx } from "clsx/lite";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "./portal-icon-names.ts";
import { TooltipText } from "./tooltip.tsx";
import { buttonClass, type ButtonStyle } from "../../../src/ui/button-style.ts";
import { iconButtonClass } from "./button-classes.ts";

export const popoverClass =
  "overflow-y-auto rounded-[12px] border border-edge bg-surface p-1.5 text-ink shadow-3 outline-none transition-opacity duration-(--nh-fast) starting:opacity-0";

export interface MenuChoice {
  label: ReactNode;
  icon?: IconName;
  mirrorsIcon?: boolean;
  onChoose?(): void;
  /** Path in the portal. */
  to?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Whether the entry is ticked, in a menu with `ticks`. */
  isTicked?: boolean;
  lang?: string;
}

export interface MenuProps extends Pick<ButtonStyle, "variant" | "size"> {
  /** Name of the menu. The button shows it too, unless there are `children` or `isIcon`. */
  label: string;
  /** Icon before the label. */
  icon?: IconName;
  /** Whether the button shows the icon alone, with the label as tooltip. */
  isIcon?: boolean;
  /** Content of the button, which replaces the label and names the button. */
  children?: ReactNode;
  /** Falsy entries are left out. */
  items: readonly (MenuChoice | false | null | undefined)[];
  /** Whether several entries or a single entry can be ticked. With several, the menu stays open. */
  ticks?: "multiple" | "single";
  isDisabled?: boolean;
  /** Set if something other than the button can open the menu, too. */
  isOpen?: boolean;
  onOpenChange?(isOpen: boolean): void;
  /** Classes of the button: instead of `variant` and `size`, or in addition to those of an icon button. */
  className?: string;
}

/** A button that opens a menu. */
export function Menu(props: MenuProps) {
  const { label, icon, isIcon = false, children, items, ticks, isDisabled = false, className } = props;
  const { variant = "secondary", size } = props;
  const navigate = useNavigate();
  const choices = items.filter((item) => typeof item === "object" && item !== null);
  const triggerClass = isIcon
    ? clsx(iconButtonClass, className)
    : (className ?? buttonClass({ variant, size }, isDisabled));
  const button = (
    <Button isDisabled={isDisabled} className={triggerClass} {...(isIcon ? { "aria-label": label } : {})}>
      {icon && <Icon name={icon} size={isIcon ? 18 : 16} />}
      {children ?? (isIcon ? null : label)}
    </Button>
  );
  return (
    <MenuTrigger isOpen={props.isOpen} onOpenChange={props.onOpenChange}>
      {isIcon ? (
        <TooltipTrigger delay={500} closeDelay={0}>
          {button}
          <TooltipText>{label}</TooltipText>
        </TooltipTrigger>
      ) : (
        button
      )}
      <Popover placement="bottom start" offset={4} className={clsx(popoverClass, "min-w-48")}>
        <AriaMenu
          aria-label={label}
          className="outline-none"
          {...(ticks && {
            selectionMode: ticks,
            selectedKeys: choices.flatMap(({ isTicked }, index) => (isTicked ? [index] : [])),
            shouldCloseOnSelect: ticks === "single",
          })}
        >
          {choices.map((choice, index) => (
            <MenuItem
              key={index}
              id={index}
              textValue={typeof choice.label === "string" ? choice.label : String(index)}
              isDisabled={choice.isDisabled}
              onAction={() => {
                choice.onChoose?.();
                if (choice.to !== undefined) void navigate(choice.to);
              }}
              className={clsx(
                "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-[7px] px-2.5 py-1 outline-none data-focused:bg-row data-disabled:cursor-not-allowed data-disabled:text-ink-3 pointer-coarse:min-h-11",
                choice.isDanger && "text-danger",
              )}
            >
              {ticks && <Icon name="check" size={16} className={choice.isTicked ? "text-primary" : "invisible"} />}
              {choice.icon && <Icon name={choice.icon} mirrors={choice.mirrorsIcon ?? false} />}
              <span lang={choice.lang}>{choice.label}</span>
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
