import { useEffect, useEffectEvent, useState } from "react";
import type { ApiResult } from "./api-client.ts";

/** One answer of the API for this page: null while it is awaited. `again` asks anew; a changed `key` does too. */
export function useAnswer<T>(key: string | null, ask: (signal: AbortSignal) => Promise<ApiResult<T>>): { answer: ApiResult<T> | null; again: () => void } {
  const [got, setGot] = useState<{ of: string; answer: ApiResult<T> } | null>(null);
  const [round, setRound] = useState(0);
  // What is asked is named by the key.
  const send = useEffectEvent(ask);
  const of = key === null ? null : `${key} ${round}`;

  useEffect(() => {
    if (of === null) return;
    const stop = new AbortController();
    send(stop.signal).then(
      (answer) => setGot({ of, answer }),
      () => {}, // left the page
    );
    return () => stop.abort();
  }, [of]);

  return { answer: got?.of === of ? got.answer : null, again: () => setRound((count) => count + 1) };
}
