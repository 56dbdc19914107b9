import { useEffect, useState } from "react";
import { callApi } from "#platform/api-client.ts";

/**
 * Finds the runs on which a person has a seat. A failed request counts as no seat, because the server checks again at
 * checkout. Rejects when aborted.
 */
export async function fetchBookings(
  runIds: readonly number[],
  userId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const answers = await Promise.all(
    runIds.map((id) => callApi("/api/check-course-booking", { course_id: id, user_id: userId }, signal)),
  );
  return new Set(
    runIds.filter((_, index) => {
      const answer = answers[index];
      return answer?.ok && answer.data.already_registered;
    }),
  );
}

/** As `fetchBookings`, for a component; null until the answer arrives. */
export function useBookings(runIds: readonly number[], userId: string | null): ReadonlySet<number> | null {
  const [result, setResult] = useState<{ key: string; booked: ReadonlySet<number> } | null>(null);
  const key = userId === null ? null : [userId, ...runIds].join(" ");
  useEffect(() => {
    if (key === null) return;
    const [accountId = "", ...ids] = key.split(" ");
    const controller = new AbortController();
    fetchBookings(ids.map(Number), accountId, controller.signal).then(
      (booked) => setResult({ key, booked }),
      () => {}, // The request was aborted.
    );
    return () => controller.abort();
  }, [key]);
  // When a course is added, the previous result of the same person stays until the new answer arrives.
  return result && key?.split(" ")[0] === result.key.split(" ")[0] ? result.booked : null;
}
