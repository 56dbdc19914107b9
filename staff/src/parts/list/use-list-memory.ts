import { useStored } from "../../frame/stored.ts";

/** A filter that a person has saved under a name. */
export interface OwnView {
  name: string;
  filter: object;
}

export interface ListMemory {
  /** Columns that a person has shown or hidden. The others depend on the width of the window. */
  columns: Record<string, boolean>;
  isCompact: boolean;
  views: OwnView[];
}

const emptyMemory: ListMemory = { columns: {}, isCompact: false, views: [] };

/**
 * The settings of a list that this browser stores for a person, and a function that changes them. `owner` is the
 * person's id, because colleagues share computers.
 */
export function useListMemory(owner: string, list: string): [ListMemory, (changes: Partial<ListMemory>) => void] {
  const [memory, setMemory] = useStored<ListMemory>(`lists.${owner}.${list}`, emptyMemory);
  return [memory, (changes) => setMemory({ ...memory, ...changes })];
}
