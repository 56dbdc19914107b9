import { useEffect, useState } from "react";
import { availabilityOf, type Availability, type Course } from "#features/catalogue/course.ts";
import { callGetCourseQty } from "#features/catalogue/client.ts";
import { callCheckCourseBooking } from "#features/sales/client.ts";
import { useSession } from "#platform/use-session.ts";

/** What the Register button may be: the course's availability, or that this person has a seat already. */
export type Registration = Availability | "registered";

/** A seat of one's own matters more than that others cannot get one, but a course that is over is over. */
export function registrationOf(availability: Availability, isRegistered: boolean): Registration {
  return isRegistered && availability !== "ended" ? "registered" : availability;
}

interface Asked {
  runId: number;
  userId: string | null;
  seatsLeft: number | null;
  isRegistered: boolean;
}

/**
 * The registration of the person in front of this browser. The page comes from a cache and knows neither the person nor the last
 * seconds' sales, so both are asked once it is shown; a question that fails leaves what the page knows, and checkout asks again.
 */
export function useRegistration(course: Course): { registration: Registration; seatsLeft: number } {
  const { current_user } = useSession();
  const userId = current_user?.id ?? null;
  const runId = course.id;
  const [asked, setAsked] = useState<Asked | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      const [qty, booking] = await Promise.all([callGetCourseQty({ course_id: runId }, stop.signal), userId ? callCheckCourseBooking({ course_id: runId, user_id: userId }, stop.signal) : null]);
      setAsked({ runId, userId, seatsLeft: qty.ok ? qty.data.qty : null, isRegistered: booking?.ok === true && booking.data.already_registered });
    };
    // Only an aborted question rejects.
    ask().catch(() => {});
    return () => stop.abort();
  }, [runId, userId]);

  const known = asked?.runId === runId ? asked : null;
  const seatsLeft = known?.seatsLeft ?? course.seats_left;
  return { seatsLeft, registration: registrationOf(availabilityOf({ ...course, seats_left: seatsLeft }), known !== null && known.userId === userId && known.isRegistered) };
}
