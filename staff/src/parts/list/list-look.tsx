import { m } from "../../messages.ts";
import { Menu } from "../menu.tsx";

interface ListLookProps {
  /** Those that can be hidden. */
  columns: { label: string; isTicked: boolean; onChoose(): void }[];
  isCompact: boolean;
  onCompact(isCompact: boolean): void;
  /** Back to what the width of the window says. */
  onReset: (() => void) | null;
}

/** Which columns a table shows, and how tall its rows are. */
export function ListDisplayOptions({ columns, isCompact, onCompact, onReset }: ListLookProps) {
  return (
    <span className="ms-auto flex gap-1">
      {columns.length > 0 && (
        <Menu
          isIcon
          icon="columns-3"
          label={m.staff_list_columns()}
          ticks="multiple"
          items={[...columns, onReset && { label: m.staff_list_reset_columns(), onChoose: onReset }]}
        />
      )}
      <Menu
        isIcon
        icon="rows-3"
        label={m.staff_list_density()}
        ticks="single"
        items={[false, true].map((one) => ({
          label: m[`staff_list_${one ? "compact" : "comfortable"}`](),
          isTicked: one === isCompact,
          onChoose: () => onCompact(one),
        }))}
      />
    </span>
  );
}
