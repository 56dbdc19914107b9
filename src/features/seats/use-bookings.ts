import { useEffect, useState } from "react";
import { callApi } from "#platform/api-client.ts";

/** The runs a person has a place in; a failed request counts as none: the server checks again. Rejects when aborted. */
export async function fetchBookings(
  runIds: readonly number[],
  userId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const answers = await Promise.all(
    runIds.map((id) => callApi("/api/check-course-booking", { course_id: id, user_id: userId }, signal)),
  );
  return new Set(
    runIds.filter((_, at) => {
      const answer = answers[at];
      return answer?.ok && answer.data.already_registered;
    }),
  );
}

/** The same for a page; null until it is known. */
export function useBookings(runIds: readonly number[], userId: string | null): ReadonlySet<number> | null {
  const [result, setKnown] = useState<{ key: string; booked: ReadonlySet<number> } | null>(null);
  const key = userId === null ? null : [userId, ...runIds].join(" ");
  useEffect(() => {
    if (key === null) return;
    const [accountId = "", ...ids] = key.split(" ");
    const stop = new AbortController();
    fetchBookings(ids.map(Number), accountId, stop.signal).then(
      (booked) => setKnown({ key, booked }),
      () => {}, // left the page
    );
    return () => stop.abort();
  }, [key]);
  // Adding a course requests again; the known result stands until then.
  return result && key?.split(" ")[0] === result.key.split(" ")[0] ? result.booked : null;
}
