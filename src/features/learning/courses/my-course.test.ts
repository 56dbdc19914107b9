import { expect, it } from "vitest";
import { attendedSessions, certificateGaps, missingForCertificate, type OwnSeat } from "./my-course.ts";

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
  expect(attendedSessions(run, { ...seat, marks: [] })).toBeNull();
  expect(missingForCertificate(run, { ...seat, marks: [] })).toBeNull();
});

it("counts late sessions as attended, and as full only within the run's limit", () => {
  expect(attendedSessions(run, seat)).toEqual({ sessions: 2, attended: 2, full: true });
  const late = { ...seat, marks: [mark(1, "present"), mark(2, "late", 16)] };
  expect(attendedSessions(run, late)).toEqual({ sessions: 2, attended: 2, full: false });
  expect(missingForCertificate(run, late)).toBe("attendance");
});

it("K-01 names what is missing for a certificate, a revocation first", () => {
  expect(certificateGaps(run, seat)).toEqual([]);
  const incomplete = { ...seat, marks: [mark(1, "present")], nameOther: null, scfhsNumber: "", hasFeedback: false };
  expect(certificateGaps(run, incomplete)).toEqual(["unmarked", "other-name", "scfhs", "feedback"]);
  expect(missingForCertificate(run, incomplete)).toBe("unmarked");
  expect(missingForCertificate(run, { ...incomplete, isHeld: true })).toBe("person-held");
  expect(missingForCertificate(run, { ...incomplete, isRevoked: true })).toBe("revoked");
});

it("requires no SCFHS number or feedback where the run requires none", () => {
  const plain = { ...run, accreditationStatus: "none", feedbackRequired: false };
  expect(certificateGaps(plain, { ...seat, scfhsNumber: "", hasFeedback: false })).toEqual([]);
});
