import { expect, it } from "vitest";
import { countAttendedSessions, findCertificateGaps, findCertificateObstacle, type OwnSeat } from "./my-course.ts";

const run = { accreditationStatus: "accredited", feedbackRequired: true, lateMinutesAllowed: 15 };
const mark = (sessionId: number, state: OwnSeat["marks"][number]["state"], lateMinutes: number | null = null) => ({
  sessionId,
  state,
  lateMinutes,
});
const seat: OwnSeat = {
  sessionIds: [1, 2],
  marks: [mark(1, "present"), mark(2, "late", 10)],
  name: "Sara Nasser",
  nameOther: "سارة ناصر",
  scfhsNumber: "00RN0000002",
  isHeld: false,
  isRevoked: false,
  hasFeedback: true,
};

it("shows nothing about attendance while no session is marked", () => {
  expect(countAttendedSessions(run, { ...seat, marks: [] })).toBeNull();
  expect(findCertificateObstacle(run, { ...seat, marks: [] })).toBeNull();
});

it("counts late sessions as attended, and as full only within the run's limit", () => {
  expect(countAttendedSessions(run, seat)).toEqual({ sessions: 2, attended: 2, full: true });
  const late = { ...seat, marks: [mark(1, "present"), mark(2, "late", 16)] };
  expect(countAttendedSessions(run, late)).toEqual({ sessions: 2, attended: 2, full: false });
  expect(findCertificateObstacle(run, late)).toBe("attendance");
});

it("K-01 names what is missing for a certificate, a revocation first", () => {
  expect(findCertificateGaps(run, seat)).toEqual([]);
  const incomplete = { ...seat, marks: [mark(1, "present")], nameOther: null, scfhsNumber: "", hasFeedback: false };
  expect(findCertificateGaps(run, incomplete)).toEqual(["unmarked", "other-name", "scfhs", "feedback"]);
  expect(findCertificateObstacle(run, incomplete)).toBe("unmarked");
  expect(findCertificateObstacle(run, { ...incomplete, isHeld: true })).toBe("person-held");
  expect(findCertificateObstacle(run, { ...incomplete, isRevoked: true })).toBe("revoked");
});

it("requires no SCFHS number or feedback where the run requires none", () => {
  const plain = { ...run, accreditationStatus: "none", feedbackRequired: false };
  expect(findCertificateGaps(plain, { ...seat, scfhsNumber: "", hasFeedback: false })).toEqual([]);
});
