import { useState, type ReactNode } from "react";
import { IconButton, Menu, MenuItem, Tooltip } from "@mui/material";
import { m } from "../../messages.ts";
import { Icon } from "../icon.tsx";
import type { IconName } from "../icon-names.ts";

interface Choice {
  name: string;
  label: string;
  isChosen: boolean;
  onChoose(): void;
}

/** A menu whose lines are ticked. It stays open while several can be chosen. */
function TickMenu({
  label,
  icon,
  kind,
  choices,
  children,
}: {
  label: string;
  icon: IconName;
  /** Several can be ticked, or one. */
  kind: "checkbox" | "radio";
  choices: Choice[];
  children?: (close: () => void) => ReactNode;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name={icon} />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {choices.map(({ name, label: text, isChosen, onChoose }) => (
          <MenuItem
            key={name}
            role={`menuitem${kind}`}
            aria-checked={isChosen}
            onClick={() => {
              if (kind === "radio") close();
              onChoose();
            }}
          >
            <span className={isChosen ? "tick" : "tick none"}>
              <Icon name="check" size={16} />
            </span>
            {text}
          </MenuItem>
        ))}
        {children?.(close)}
      </Menu>
    </>
  );
}

interface ListLookProps {
  /** Those that can be hidden. */
  columns: Choice[];
  isCompact: boolean;
  onCompact(isCompact: boolean): void;
  /** Back to what the width of the window says. */
  onReset: (() => void) | null;
}

/** Which columns a table shows, and how tall its rows are. */
export function ListLook({ columns, isCompact, onCompact, onReset }: ListLookProps) {
  return (
    <span className="list-look">
      {columns.length > 0 && (
        <TickMenu label={m.staff_list_columns()} icon="columns-3" kind="checkbox" choices={columns}>
          {(close) =>
            onReset && (
              <MenuItem
                onClick={() => {
                  close();
                  onReset();
                }}
              >
                {m.staff_list_reset_columns()}
              </MenuItem>
            )
          }
        </TickMenu>
      )}
      <TickMenu
        label={m.staff_list_density()}
        icon="rows-3"
        kind="radio"
        choices={[false, true].map((one) => {
          const name = one ? "compact" : "comfortable";
          return {
            name,
            label: m[`staff_list_${name}`](),
            isChosen: one === isCompact,
            onChoose: () => onCompact(one),
          };
        })}
      />
    </span>
  );
}
