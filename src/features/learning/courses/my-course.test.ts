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

it("says nothing of attendance while no session is marked", () => {
  expect(attendedSessions(run, { ...seat, marks: [] })).toBeNull();
  expect(missingForCertificate(run, { ...seat, marks: [] })).toBeNull();
});

it("counts late sessions as attended, and as full only within the minutes that the run allows", () => {
  expect(attendedSessions(run, seat)).toEqual({ sessions: 2, attended: 2, full: true });
  const late = { ...seat, marks: [mark(1, "present"), mark(2, "late", 16)] };
  expect(attendedSessions(run, late)).toEqual({ sessions: 2, attended: 2, full: false });
  expect(missingForCertificate(run, late)).toBe("attendance");
});

it("K-01 names what stands against a certificate, and a revoked one first", () => {
  expect(certificateGaps(run, seat)).toEqual([]);
  const incomplete = { ...seat, marks: [mark(1, "present")], nameOther: null, scfhsNumber: "", hasFeedback: false };
  expect(certificateGaps(run, incomplete)).toEqual(["unmarked", "other-name", "scfhs", "feedback"]);
  expect(missingForCertificate(run, incomplete)).toBe("unmarked");
  expect(missingForCertificate(run, { ...incomplete, isHeld: true })).toBe("person-held");
  expect(missingForCertificate(run, { ...incomplete, isRevoked: true })).toBe("revoked");
});

it("needs neither an SCFHS number nor feedback where the run asks for none", () => {
  const plain = { ...run, accreditationStatus: "none", feedbackRequired: false };
  expect(certificateGaps(plain, { ...seat, scfhsNumber: "", hasFeedback: false })).toEqual([]);
});
