import { useCallback, useEffect, useState } from "react";
import { staffCall } from "../api.ts";
import { itemCall, type Item } from "./types.ts";

/** A piece of content as the server has it now, never from a cache; `reload` opens it anew. */
export function useItem(id: string) {
  const [opened, setOpened] = useState<{ item: Item; at: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    staffCall<Item>(`GET ${itemCall(id)}`, undefined, leaving.signal).then(
      (item) => {
        setError(null);
        setOpened({ item, at });
      },
      (failure: unknown) => {
        if (!leaving.signal.aborted) setError(failure);
      },
    );
    return () => leaving.abort();
  }, [id, at]);
  const reload = useCallback(() => setAt((now) => now + 1), []);
  return { opened: opened?.item.id === id ? opened : null, error, reload };
}
