import { m } from "../../messages.ts";
import { Menu } from "../menu.tsx";

interface ListDisplayOptionsProps {
  /** Columns that can be hidden. */
  columns: { label: string; isTicked: boolean; onChoose(): void }[];
  isCompact: boolean;
  onCompact(isCompact: boolean): void;
  /** Returns to the columns that fit the width of the window. Null if no column was shown or hidden by the person. */
  onReset: (() => void) | null;
}

/** Menu to set the visible columns and the row height. */
export function ListDisplayOptions({ columns, isCompact, onCompact, onReset }: ListDisplayOptionsProps) {
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
        items={[false, true].map((isCompactOption) => ({
          label: m[`staff_list_${isCompactOption ? "compact" : "comfortable"}`](),
          isTicked: isCompactOption === isCompact,
          onChoose: () => onCompact(isCompactOption),
        }))}
      />
    </span>
  );
}
