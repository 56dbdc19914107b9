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

/** Asks what each column of a list without headings contains, with its first cells as a hint. */
export function ChooseColumns({ rows, guess, onChoose }: ChooseColumnsProps) {
  const [chosen, setChosen] = useState<readonly ColumnUse[]>(guess);
  const labels = {
    name: m.common_name(),
    email: m.common_email(),
    scfhs_number: m.common_scfhs_number(),
  };
  const options = [
    { value: "", label: m.groups_list_column_unused() },
    ...uses.map((use) => ({ value: use, label: labels[use] })),
  ];
  const samples = (at: number) =>
    rows
      .map((row) => row[at] ?? "")
      .filter(Boolean)
      .slice(0, 3)
      .map((cell) => isolate(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell))
      .join(" · ");
  return (
    <fieldset className="@container grid min-w-0 gap-4">
      <legend className="font-medium">{m.groups_list_columns()}</legend>
      <p className="text-sm text-ink-3">{m.groups_list_columns_hint()}</p>
      <div className="grid gap-4 @lg:grid-cols-2">
        {chosen.map((use, at) => (
          <Select
            key={at}
            label={m.groups_list_column({ n: at + 1 })}
            hint={samples(at)}
            options={options}
            value={use ?? ""}
            onChange={(event) => {
              const next = uses.find((one) => one === event.target.value) ?? null;
              setChosen(chosen.map((one, index) => (index === at ? next : one)));
            }}
          />
        ))}
      </div>
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={!chosen.includes("email") || !chosen.includes("name")}
        onClick={() => onChoose([...chosen])}
      >
        {m.groups_list_columns_use()}
      </Button>
    </fieldset>
  );
}
