import type { DemoRun } from "./types.ts";
import { dammam, jeddah, online, riyadh } from "./venues.ts";

interface RunRow extends Omit<DemoRun, "lengthDays" | "accreditation"> {
  /** The default is `days`, the number of teaching days. */
  lengthDays?: number;
  /** The number in its accreditation number. */
  cpd?: number;
  /** Status of a run without an accreditation number. */
  accreditation?: "none" | "pending";
}

/** The runs of each course, by its slug. */
const rows: Record<string, RunRow[]> = {
  "patient-safety-essentials": [
    { ...riyadh, startsInDays: -118, days: 3, hours: 18, capacity: 24, soldSeats: 22, priceHalalas: 230_000, cpd: 98 },
    {
      ...riyadh,
      startsInDays: 14,
      days: 3,
      hours: 18,
      capacity: 24,
      soldSeats: 9,
      priceHalalas: 240_000,
      calendar: "same-month",
      cpd: 101,
    },
    { ...jeddah, startsInDays: 50, days: 3, hours: 18, capacity: 20, soldSeats: 4, priceHalalas: 260_000, cpd: 102 },
    { ...online, startsInDays: 85, days: 3, hours: 16.5, capacity: 40, priceHalalas: 195_000, cpd: 103 },
  ],
  "healthcare-quality-professional": [
    { ...riyadh, startsInDays: 22, days: 5, hours: 30, capacity: 20, soldSeats: 11, priceHalalas: 420_000, cpd: 104 },
    { ...riyadh, startsInDays: 140, days: 5, hours: 30, capacity: 20, priceHalalas: 420_000, cpd: 105 },
  ],
  "infection-prevention-control": [
    { ...online, startsInDays: 43, days: 2, hours: 12, capacity: 40, soldSeats: 13, priceHalalas: 165_000, cpd: 106 },
    { ...riyadh, startsInDays: 110, days: 2, hours: 12, capacity: 24, priceHalalas: 185_000, accreditation: "pending" },
  ],
  "clinical-audit-step-by-step": [
    { ...riyadh, startsInDays: -45, days: 2, hours: 12, capacity: 24, soldSeats: 21, priceHalalas: 180_000, cpd: 97 },
  ],
  "first-improvement-project": [
    {
      ...riyadh,
      startsInDays: -9,
      days: 3,
      lengthDays: 24,
      hours: 18,
      capacity: 20,
      soldSeats: 17,
      priceHalalas: 260_000,
      cpd: 99,
    },
  ],
  "safe-handover": [
    { ...riyadh, startsInDays: 6, days: 1, hours: 4.5, capacity: 16, soldSeats: 16, priceHalalas: 95_000, cpd: 100 },
  ],
  "root-cause-analysis": [
    { ...online, startsInDays: -62, days: 1, hours: 6, capacity: 35, soldSeats: 35, priceHalalas: 95_000, cpd: 96 },
    { ...online, startsInDays: 61, days: 1, hours: 6, capacity: 35, soldSeats: 12, priceHalalas: 95_000, cpd: 108 },
  ],
  "medication-safety": [
    { ...riyadh, startsInDays: 37, days: 2, hours: 12, capacity: 16, soldSeats: 14, priceHalalas: 175_000, cpd: 109 },
  ],
  "risk-register-people-use": [
    { ...riyadh, startsInDays: 91, days: 1, hours: 5.5, capacity: 24, priceHalalas: 120_000, accreditation: "pending" },
  ],
  "indicators-that-change-practice": [
    { ...online, startsInDays: 31, days: 1, hours: 6, capacity: 40, soldSeats: 18, priceHalalas: 110_000, cpd: 111 },
  ],
  "listening-to-patients": [
    { ...dammam, startsInDays: 104, days: 3, hours: 18, capacity: 20, soldSeats: 3, priceHalalas: 245_000, cpd: 112 },
  ],
  "accreditation-readiness-course": [
    { ...riyadh, startsInDays: 55, days: 2, hours: 12, capacity: 24, soldSeats: 7, priceHalalas: 190_000, cpd: 110 },
  ],
  "laboratory-quality-management": [
    { ...riyadh, startsInDays: 76, days: 3, hours: 18, capacity: 18, soldSeats: 5, priceHalalas: 270_000, cpd: 107 },
  ],
  "leading-clinical-departments": [
    {
      ...riyadh,
      startsInDays: 134,
      days: 5,
      hours: 30,
      capacity: 18,
      soldSeats: 2,
      priceHalalas: 480_000,
      accreditation: "none",
    },
  ],
  "research-methods": [
    {
      ...online,
      startsInDays: 67,
      days: 4,
      lengthDays: 22,
      hours: 24,
      capacity: 30,
      soldSeats: 8,
      priceHalalas: 310_000,
      group: { fromSeats: 5, percent: 10 },
      calendar: "crosses-month",
      cpd: 113,
    },
  ],
  "good-clinical-practice": [
    { ...online, startsInDays: 49, days: 2, hours: 12, capacity: 35, soldSeats: 15, priceHalalas: 170_000, cpd: 114 },
  ],
  "biostatistics-for-readers": [
    { ...riyadh, startsInDays: 108, days: 2, hours: 12, capacity: 24, soldSeats: 1, priceHalalas: 190_000, cpd: 117 },
  ],
  "critical-appraisal": [
    { ...online, startsInDays: -72, days: 1, hours: 6, capacity: 30, soldSeats: 26, priceHalalas: 95_000, cpd: 95 },
  ],
  "systematic-reviews": [
    { ...online, startsInDays: 125, days: 3, hours: 18, capacity: 30, priceHalalas: 280_000, cpd: 118 },
  ],
  "writing-a-paper": [
    { ...online, startsInDays: 97, days: 1, hours: 6, capacity: 25, soldSeats: 6, priceHalalas: 98_000, cpd: 115 },
  ],
  "teaching-at-the-bedside": [
    { ...riyadh, startsInDays: 84, days: 2, hours: 10.5, capacity: 18, soldSeats: 4, priceHalalas: 165_000, cpd: 116 },
  ],
  "workplace-based-assessment": [
    { ...jeddah, startsInDays: -101, days: 2, hours: 12, capacity: 20, soldSeats: 19, priceHalalas: 180_000, cpd: 94 },
  ],
  "simulation-and-debriefing": [
    { ...riyadh, startsInDays: 111, days: 3, hours: 13.5, capacity: 12, priceHalalas: 340_000, accreditation: "none" },
  ],
  "clinical-educator-programme": [
    {
      ...riyadh,
      startsInDays: 20,
      days: 6,
      lengthDays: 85,
      hours: 36,
      capacity: 16,
      soldSeats: 6,
      priceHalalas: 465_000,
      calendar: "crosses-year",
      cpd: 119,
    },
  ],
};

export const listDemoRuns = (slug: string): DemoRun[] =>
  (rows[slug] ?? []).map(({ lengthDays, cpd, accreditation = "none", ...run }) => ({
    ...run,
    lengthDays: lengthDays ?? run.days,
    accreditation: cpd
      ? { status: "accredited", number: `DEMO-CPD-${String(cpd).padStart(4, "0")}` }
      : { status: accreditation },
  }));
