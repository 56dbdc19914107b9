import { useEffect, useEffectEvent, useState } from "react";
import type { ApiResult } from "./api-client.ts";

/** `answer` is null while loading. `refetch` and a changed `key` send the request again. */
export function useApiQuery<T>(
  key: string | null,
  sendRequest: (signal: AbortSignal) => Promise<ApiResult<T>>,
): { answer: ApiResult<T> | null; refetch: () => void } {
  const [loaded, setLoaded] = useState<{ requestKey: string; answer: ApiResult<T> } | null>(null);
  const [refetchCount, setRefetchCount] = useState(0);
  const send = useEffectEvent(sendRequest);
  const requestKey = key === null ? null : `${key} ${refetchCount}`;

  useEffect(() => {
    if (requestKey === null) return;
    const controller = new AbortController();
    send(controller.signal).then(
      (answer) => setLoaded({ requestKey, answer }),
      () => {}, // left the page
    );
    return () => controller.abort();
  }, [requestKey]);

  return {
    answer: loaded?.requestKey === requestKey ? loaded.answer : null,
    refetch: () => setRefetchCount((count) => count + 1),
  };
}
