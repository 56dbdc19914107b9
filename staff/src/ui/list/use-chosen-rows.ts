import { useEffect, useRef, useState } from "react";
import { useDataProvider, useListContext, type RaRecord } from "ra-core";

/** More are not chosen at once: what is done with them is done one by one. */
export const mostChosen = 500;
const perCall = 100;

export interface ChosenRows<Row> {
  /** Also those of other pages. */
  rows: Row[];
  isAsking: boolean;
  /** Chooses everything that fits the filter in force. */
  chooseAll(): Promise<void>;
}

/**
 * The rows chosen of a list. They are forgotten when the filter changes and when the list is left: nothing unseen is
 * changed.
 */
export function useChosenRows<Row extends RaRecord>(resource: string): ChosenRows<Row> {
  const { data, filter, filterValues, sort, total = 0, selectedIds = [], onSelect } = useListContext<Row>();
  const provider = useDataProvider();
  const [seen, setSeen] = useState<ReadonlyMap<Row["id"], Row>>(new Map());
  const [lastData, setLastData] = useState<Row[] | undefined>(undefined);
  const [isAsking, setIsAsking] = useState(false);
  const keep = (rows: readonly Row[]) => setSeen(new Map([...seen, ...rows.map((row) => [row.id, row] as const)]));
  if (data && data !== lastData) {
    setLastData(data);
    keep(data);
  }
  const asked = JSON.stringify(filterValues);
  const lastAsked = useRef<string | null>(null);
  useEffect(() => {
    if (lastAsked.current === asked) return;
    lastAsked.current = asked;
    onSelect([]);
  }, [asked, onSelect]);
  const chooseAll = async () => {
    setIsAsking(true);
    try {
      const found: Row[] = [];
      const pages = Math.ceil(Math.min(total, mostChosen) / perCall);
      for (let page = 1; page <= pages; page += 1) {
        const pagination = { page, perPage: perCall };
        const answer = await provider.getList<Row>(resource, {
          pagination,
          sort,
          filter: { ...filterValues, ...(filter as object | undefined) },
        });
        found.push(...answer.data);
      }
      keep(found);
      onSelect(found.map(({ id }) => id));
    } finally {
      setIsAsking(false);
    }
  };
  return { rows: selectedIds.flatMap((id) => seen.get(id) ?? []), isAsking, chooseAll };
}
