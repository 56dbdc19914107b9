import { useEffect, useState } from "react";
import { getAvailability, type Availability, type Course } from "#features/catalogue/course.ts";
import { runQuery } from "#features/catalogue/schedule/run-address.ts";
import { callApi } from "#platform/api-client.ts";
import { useSession } from "#platform/use-session.ts";

/** Path of a course's page, without language; `run` is null for the run that the page shows by default. */
export function getCourseAddress(slug: string, run: number | null, key: string | null = null): string {
  return run === null ? `/courses/${slug}` : `/courses/${slug}${runQuery(run, key)}`;
}

export function getCheckoutAddress({ slug, key }: Pick<Course, "slug" | "key">, run: number | null): string {
  return run === null ? `/checkout/${slug}` : `/checkout/${slug}${runQuery(run, key)}`;
}

/** What a visitor can do with a run: its availability, or `registered` if they have a seat. */
export type Registration = Availability | "registered";

/** The person's own seat takes precedence over availability, except for a run that has ended. */
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
 * Requests what the cached page does not know: whether the person has a seat, and how many are left. It does so on
 * display, when the tab is shown again, and on `refresh`. A failed request changes nothing.
 */
export function useRegistration(course: Course): {
  registration: Registration;
  seatsLeft: number;
  refresh: () => void;
} {
  const { current_user } = useSession();
  const userId = current_user?.id ?? null;
  const { id: runId, key } = course;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [requestCount, setRequestCount] = useState(0);

  useEffect(() => {
    const requestWhenVisible = () => document.visibilityState === "visible" && setRequestCount((count) => count + 1);
    document.addEventListener("visibilitychange", requestWhenVisible);
    return () => document.removeEventListener("visibilitychange", requestWhenVisible);
  }, []);

  useEffect(() => {
    const controller = new AbortController();
    const request = async () => {
      const [qty, booking] = await Promise.all([
        callApi("/api/get-course-qty", { course_id: runId, key }, controller.signal),
        userId ? callApi("/api/check-course-booking", { course_id: runId, user_id: userId }, controller.signal) : null,
      ]);
      setAnswer({
        runId,
        userId,
        seats: qty.ok ? qty.data : null,
        isRegistered: booking?.ok === true && booking.data.already_registered,
      });
    };
    // Only an aborted request rejects.
    request().catch(() => {});
    return () => controller.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new count requests again
  }, [runId, key, userId, requestCount]);

  const currentAnswer = answer?.runId === runId ? answer : null;
  const seats = currentAnswer?.seats
    ? { seats_left: currentAnswer.seats.qty, seats_held: currentAnswer.seats.held }
    : course;
  const isRegistered = currentAnswer !== null && currentAnswer.userId === userId && currentAnswer.isRegistered;
  return {
    seatsLeft: seats.seats_left,
    registration: getRegistration(
      getAvailability({ ...course, seats_left: seats.seats_left, seats_held: seats.seats_held }),
      isRegistered,
    ),
    refresh: () => setRequestCount((count) => count + 1),
  };
}
