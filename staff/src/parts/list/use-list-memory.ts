import { useStored } from "../../frame/stored.ts";

/** A filter that a person has saved under a name of their own. */
export interface OwnView {
  name: string;
  filter: object;
}

export interface ListMemory {
  /** Columns a person has shown or hidden; the others follow the width of the window. */
  columns: Record<string, boolean>;
  isCompact: boolean;
  views: OwnView[];
}

const nothing: ListMemory = { columns: {}, isCompact: false, views: [] };

/** What this browser remembers of a list for one person. `owner`: their id, because colleagues share machines. */
export function useListMemory(owner: string, list: string): [ListMemory, (changed: Partial<ListMemory>) => void] {
  const [memory, setMemory] = useStored<ListMemory>(`lists.${owner}.${list}`, nothing);
  return [memory, (changed) => setMemory({ ...memory, ...changed })];
}
