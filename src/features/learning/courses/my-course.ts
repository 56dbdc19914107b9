/** Rules for the page My courses: attendance of a seat, and what prevents its certificate. No I/O. */
import { isFullAttendance, type Mark } from "#features/learning/attendance/attendance.ts";
import {
  findPersonGaps,
  splitNamesByScript,
  type PersonGap,
} from "#features/learning/certificates/certificate-rules.ts";

interface Run {
  accreditationStatus: string;
  feedbackRequired: boolean;
  lateMinutesAllowed: number;
}

/** A seat of the person whose courses are shown. */
export interface OwnSeat {
  /** The run's sessions, in order. */
  sessionIds: readonly number[];
  marks: readonly Mark[];
  name: string | null;
  /** The name in the other script. */
  nameOther: string | null;
  scfhsNumber: string;
  /** Whether certificates of the run, or this one, are held back. */
  isHeld: boolean;
  isRevoked: boolean;
  hasFeedback: boolean;
}

/** Counts the sessions of a run and those that a seat's attendee attended, also late; null while none is marked. */
export function countAttendedSessions({ lateMinutesAllowed }: Run, { sessionIds, marks }: OwnSeat) {
  if (marks.length === 0) return null;
  return {
    sessions: sessionIds.length,
    attended: marks.filter(({ state }) => state === "present" || state === "late").length,
    full: isFullAttendance(sessionIds, marks, lateMinutesAllowed),
  };
}

/** Lists what prevents the certificate of a seat, in order of display. */
export function findCertificateGaps(run: Run, seat: OwnSeat): PersonGap[] {
  const { sessionIds, marks, name, nameOther, scfhsNumber, isHeld, hasFeedback } = seat;
  return findPersonGaps(
    { isAccredited: run.accreditationStatus === "accredited", asksFeedback: run.feedbackRequired },
    {
      ...splitNamesByScript(name, nameOther),
      isHeld,
      unmarked: Math.max(0, sessionIds.length - marks.length),
      isFull: isFullAttendance(sessionIds, marks, run.lateMinutesAllowed),
      scfhsNumber,
      hasFeedback,
    },
  );
}

/** Returns why a seat of a finished run has no certificate; null when nothing prevents it or no session is marked. */
export function findCertificateObstacle(run: Run, seat: OwnSeat): PersonGap | "revoked" | null {
  if (seat.isRevoked) return "revoked";
  return seat.marks.length === 0 ? null : (findCertificateGaps(run, seat)[0] ?? null);
}
