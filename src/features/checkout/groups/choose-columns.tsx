import { useState } from "react";
import { isolate } from "#i18n/isolate.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";
import type { ColumnUse } from "./people-list.ts";

interface ChooseColumnsProps {
  /** The first rows of the list. */
  rows: readonly (readonly string[])[];
  guess: readonly ColumnUse[];
  onChoose: (uses: ColumnUse[]) => void;
}

const uses = ["name", "email", "scfhs_number"] as const;

/** Asks what each column of a list without headings contains, and shows its first cells as a hint. */
export function ChooseColumns({ rows, guess, onChoose }: ChooseColumnsProps) {
  const [columnUses, setColumnUses] = useState<readonly ColumnUse[]>(guess);
  const labels = {
    name: m.common_name(),
    email: m.common_email(),
    scfhs_number: m.common_scfhs_number(),
  };
  const options = [
    { value: "", label: m.groups_list_column_unused() },
    ...uses.map((use) => ({ value: use, label: labels[use] })),
  ];
  const formatSample = (column: number) =>
    rows
      .map((row) => row[column] ?? "")
      .filter(Boolean)
      .slice(0, 3)
      .map((cell) => isolate(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell))
      .join(" · ");
  return (
    <fieldset className="@container grid min-w-0 gap-4">
      <legend className="font-medium">{m.groups_list_columns()}</legend>
      <p className="text-sm text-ink-3">{m.groups_list_columns_hint()}</p>
      <div className="grid gap-4 @lg:grid-cols-2">
        {columnUses.map((use, column) => (
          <Select
            key={column}
            label={m.groups_list_column({ n: column + 1 })}
            hint={formatSample(column)}
            options={options}
            value={use ?? ""}
            onChange={(event) => {
              const newUse = uses.find((name) => name === event.target.value) ?? null;
              setColumnUses(columnUses.map((current, index) => (index === column ? newUse : current)));
            }}
          />
        ))}
      </div>
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={!columnUses.includes("email") || !columnUses.includes("name")}
        onClick={() => onChoose([...columnUses])}
      >
        {m.groups_list_columns_use()}
      </Button>
    </fieldset>
  );
}
