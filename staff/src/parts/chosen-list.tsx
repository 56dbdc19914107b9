import { m } from "../messages.ts";
import { Button } from "../../../src/ui/button.tsx";
import { Select } from "../../../src/ui/select.tsx";
import { PairNote } from "./pair.tsx";
import { SortableList } from "./sortable-list.tsx";

export interface ChosenListProps {
  ids: readonly number[];
  onChange(ids: number[]): void;
  getName(id: number): string;
  /** The records that can be added. */
  choices: readonly { id: number; name: string }[];
  max: number;
  addLabel: string;
  emptyText: string;
  error?: string | undefined;
  isReadOnly?: boolean;
}

/** A list of chosen records that people can put in order, with a field to add more. */
export function ChosenList(props: ChosenListProps) {
  const { ids, onChange, getName, choices, max, addLabel, emptyText, error, isReadOnly = false } = props;
  const available = choices.filter(({ id }) => !ids.includes(id));
  return (
    <div className="grid gap-4">
      <SortableList items={ids} getKey={(id) => id} getName={getName} onChange={onChange} isReadOnly={isReadOnly}>
        {(id) => (
          <>
            <bdi className="min-w-0 flex-1">{getName(id)}</bdi>
            {!isReadOnly && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={m.staff_common_action_remove_named({ name: getName(id) })}
                onClick={() => onChange(ids.filter((other) => other !== id))}
              >
                {m.staff_common_action_remove()}
              </Button>
            )}
          </>
        )}
      </SortableList>
      {ids.length === 0 && <p className="text-ink-3">{emptyText}</p>}
      {error && <PairNote tone="wrong">{error}</PairNote>}
      {!isReadOnly && ids.length < max && available.length > 0 && (
        <Select
          label={addLabel}
          value=""
          onChange={(event) => onChange([...ids, Number(event.target.value)])}
          placeholder=""
          options={available.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
    </div>
  );
}
