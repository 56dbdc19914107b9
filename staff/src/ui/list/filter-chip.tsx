import { useState } from "react";
import { Menu, MenuItem } from "@mui/material";
import { m } from "../../messages.ts";
import { Icon } from "../icon.tsx";

/** A filter with a few values. */
export interface ListChoices {
  source: string;
  label: string;
  choices: { id: string | number; name: string }[];
}

/** Dashed: can be added; solid: in force, the cross removes it. */
export function FilterChip({
  source,
  label,
  choices,
  filter,
  onChange,
}: ListChoices & { filter: Record<string, unknown>; onChange(filter: Record<string, unknown>): void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chosen = choices.find(({ id }) => id === filter[source]);
  const { [source]: _, ...others } = filter;
  const close = () => setAnchor(null);
  return (
    <span className={chosen ? "filter-chip in-force" : "filter-chip"}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {!chosen && <Icon name="plus" size={14} />}
        {label}
        {chosen && <strong>{chosen.name}</strong>}
      </button>
      {chosen && (
        <button
          type="button"
          className="remove"
          aria-label={`${m.staff_ra_action_remove_filter()}: ${label}`}
          onClick={() => onChange(others)}
        >
          <Icon name="x" size={14} />
        </button>
      )}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {choices.map(({ id, name }) => (
          <MenuItem
            key={id}
            selected={id === filter[source]}
            onClick={() => {
              close();
              onChange({ ...others, [source]: id });
            }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
