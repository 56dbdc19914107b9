import { useEffect, useState } from "react";
import { getAvailability, type Availability, type Course } from "#features/catalogue/course.ts";
import { runQuery } from "#features/catalogue/schedule/run-address.ts";
import { callApi } from "#platform/api-client.ts";
import { useSession } from "#platform/use-session.ts";

/** Without language; without the run when it is shown by default. */
export function courseAddress(slug: string, run: number | null, key: string | null = null): string {
  return run === null ? `/courses/${slug}` : `/courses/${slug}${runQuery(run, key)}`;
}

export function checkoutAddress({ slug, key }: Pick<Course, "slug" | "key">, run: number | null): string {
  return run === null ? `/checkout/${slug}` : `/checkout/${slug}${runQuery(run, key)}`;
}

export type Registration = Availability | "registered";

/** An own seat takes precedence over availability, except in a course that has ended. */
export function getRegistration(availability: Availability, isRegistered: boolean): Registration {
  return isRegistered && availability !== "ended" ? "registered" : availability;
}

interface Answer {
  runId: number;
  userId: string | null;
  seats: { qty: number; held: number } | null;
  isRegistered: boolean;
}

/**
 * The cached page knows neither person nor last sales: both are fetched on display and on `ask`. Failures change
 * nothing.
 */
export function useRegistration(course: Course): { registration: Registration; seatsLeft: number; ask: () => void } {
  const { current_user } = useSession();
  const userId = current_user?.id ?? null;
  const { id: runId, key } = course;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    const onReturn = () => document.visibilityState === "visible" && setRound((count) => count + 1);
    document.addEventListener("visibilitychange", onReturn);
    return () => document.removeEventListener("visibilitychange", onReturn);
  }, []);

  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      const [qty, booking] = await Promise.all([
        callApi("/api/get-course-qty", { course_id: runId, key }, stop.signal),
        userId ? callApi("/api/check-course-booking", { course_id: runId, user_id: userId }, stop.signal) : null,
      ]);
      setAnswer({
        runId,
        userId,
        seats: qty.ok ? qty.data : null,
        isRegistered: booking?.ok === true && booking.data.already_registered,
      });
    };
    // Only an aborted request rejects.
    ask().catch(() => {});
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round requests again
  }, [runId, key, userId, round]);

  const known = answer?.runId === runId ? answer : null;
  const seats = known?.seats ? { seats_left: known.seats.qty, seats_held: known.seats.held } : course;
  const isRegistered = known !== null && known.userId === userId && known.isRegistered;
  return {
    seatsLeft: seats.seats_left,
    registration: getRegistration(
      getAvailability({ ...course, seats_left: seats.seats_left, seats_held: seats.seats_held }),
      isRegistered,
    ),
    ask: () => setRound((count) => count + 1),
  };
}
