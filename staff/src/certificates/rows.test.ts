import { describe, expect, it } from "vitest";
import { countRows, matchesQuery, toRows } from "./rows.ts";
import type { Certificate, Person, RunCertificates } from "./types.ts";

const person = (seat: number, gaps: Person["gaps"]): Person => ({
  seatId: seat,
  name: `Person ${seat}`,
  name_other: `شخص ${seat}`,
  email: `person-${seat}@example.com`,
  scfhs_number: "",
  locale: "en",
  gaps,
  hold: null,
  sessions: 2,
  attended: 2,
  missed: [],
  askedAt: null,
});
const certificate = (id: number, seat: number, more: Partial<Certificate> = {}): Certificate => ({
  id,
  number: `NH-2026-T4W8-2C6${id}`,
  seatId: seat,
  name_eng: `Holder ${seat}`,
  name_ar: `حامل ${seat}`,
  state: "valid",
  issuedAt: "2026-10-24T09:00:00.000Z",
  endedAt: null,
  endReason: null,
  endedBy: null,
  replacesId: null,
  hasAccount: false,
  asksAfterRefund: false,
  ...more,
});
const run = (more: Partial<RunCertificates>): RunCertificates => ({
  runId: 1,
  runGaps: [],
  hold: null,
  issuedFrom: "2026-10-23T09:00:00.000Z",
  asksFeedback: true,
  people: [],
  unpaid: [],
  certificates: [],
  ...more,
});
const toStates = (certificates: RunCertificates) => toRows(certificates).map(({ state }) => state);

describe("the list of a run's certificates", () => {
  it("K-01 shows the first reason why a person has no certificate", () => {
    const gaps: Person["gaps"][] = [
      [],
      ["person-held"],
      ["unmarked", "scfhs"],
      ["attendance"],
      ["name"],
      ["other-name", "feedback"],
      ["unprintable"],
      ["scfhs"],
      ["feedback"],
    ];
    const people = gaps.map((gap, index) => person(index + 1, gap));
    expect(toStates(run({ people }))).toEqual([
      "eligible",
      "held",
      "unmarked",
      "attendance",
      "name",
      "name",
      "name",
      "scfhs",
      "feedback",
    ]);
    expect(toStates(run({ people: people.slice(0, 1), hold: "Trainer asks" }))).toEqual(["held"]);
  });

  it("K-02 links a replaced certificate to the new one, lists decisions first, and includes cancelled seats", () => {
    const rows = toRows(
      run({
        people: [person(1, []), person(2, [])],
        certificates: [
          certificate(1, 1, { state: "replaced" }),
          certificate(2, 1, { replacesId: 1 }),
          // Seat 9 was cancelled and refunded, so no person has it. Staff decide what happens to the certificate.
          certificate(3, 9, { asksAfterRefund: true }),
        ],
        unpaid: [{ seatId: 5, name: "Fahad", name_other: null, orderId: 1171 }],
      }),
    );
    expect(rows.map(({ state, seatId }) => [state, seatId])).toEqual([
      ["decide", 9],
      ["replaced", 1],
      ["issued", 1],
      ["eligible", 2],
      ["unpaid", 5],
    ]);
    expect(rows[1]?.newer?.id).toBe(2);
    expect(countRows(rows)).toEqual({ issued: 2, eligible: 1, waiting: 1, ended: 1 });
  });

  it("finds rows by name in both scripts, and by number with or without hyphens", () => {
    const [row] = toRows(run({ people: [person(1, [])], certificates: [certificate(7, 1)] }));
    if (!row) throw new Error("no row");
    for (const words of ["person 1", "شخص", "holder", "t4w8-2c67", "NH2026T4W8"])
      expect(matchesQuery(row, words)).toBe(true);
    expect(matchesQuery(row, "Omar")).toBe(false);
  });
});
