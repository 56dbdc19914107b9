import { m } from "../../messages.ts";
import { TooltipButton } from "../tooltip-button.tsx";
import { Menu } from "../menu.tsx";
import { clsx } from "clsx/lite";
import { Icon } from "../../../../src/ui/icon.tsx";

/** A filter with a fixed set of values. `source` is the key of the filter. */
export interface ListChoices {
  source: string;
  label: string;
  choices: { id: string | number; name: string }[];
}

/** A chip that sets a filter. While the filter is set, the chip is solid and has a cross that clears the filter. */
export function FilterChip({
  source,
  label,
  choices,
  filter,
  onChange,
}: ListChoices & { filter: Record<string, unknown>; onChange(filter: Record<string, unknown>): void }) {
  const chosen = choices.find(({ id }) => String(id) === String(filter[source]));
  const { [source]: _, ...otherFilters } = filter;
  return (
    <span
      className={clsx(
        "inline-flex items-center rounded-control border",
        chosen ? "border-primary bg-primary-tint" : "border-dashed border-line-2 bg-surface",
      )}
    >
      <Menu
        label={label}
        className="inline-flex min-h-[calc(var(--nh-button-md)-2px)] items-center gap-1.5 rounded-control px-3"
        items={choices.map(({ id, name }) => ({
          label: name,
          onChoose: () => onChange({ ...otherFilters, [source]: id }),
        }))}
      >
        {!chosen && <Icon name="plus" size={14} />}
        {label}
        {chosen && <strong className="font-medium text-primary">{chosen.name}</strong>}
      </Menu>
      {chosen && (
        <TooltipButton
          icon="x"
          iconSize={14}
          label={`${m.staff_common_action_remove_filter()}: ${label}`}
          onClick={() => onChange(otherFilters)}
        />
      )}
    </span>
  );
}
