import { useEffect, useEffectEvent, useState } from "react";
import type { ApiResult } from "./api-client.ts";

/** Null while loading. `refetch` and a changed `key` request it again. */
export function useApiQuery<T>(
  key: string | null,
  fetchAnswer: (signal: AbortSignal) => Promise<ApiResult<T>>,
): { answer: ApiResult<T> | null; refetch: () => void } {
  const [loaded, setLoaded] = useState<{ of: string; answer: ApiResult<T> } | null>(null);
  const [round, setRound] = useState(0);
  const send = useEffectEvent(fetchAnswer);
  const of = key === null ? null : `${key} ${round}`;

  useEffect(() => {
    if (of === null) return;
    const stop = new AbortController();
    send(stop.signal).then(
      (answer) => setLoaded({ of, answer }),
      () => {}, // left the page
    );
    return () => stop.abort();
  }, [of]);

  return { answer: loaded?.of === of ? loaded.answer : null, refetch: () => setRound((count) => count + 1) };
}
