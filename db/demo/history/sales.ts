import type { CompanyKey } from "./people.ts";

/** Runs of the demo content: slug of the course, and index among the course's runs. */
export const demoRunKeys = {
  ps1: ["patient-safety-essentials", 0],
  wba: ["workplace-based-assessment", 0],
  ca: ["critical-appraisal", 0],
  rca1: ["root-cause-analysis", 0],
  audit: ["clinical-audit-step-by-step", 0],
  fip: ["first-improvement-project", 0],
  sh: ["safe-handover", 0],
  ps2: ["patient-safety-essentials", 1],
  cep: ["clinical-educator-programme", 0],
  hqp: ["healthcare-quality-professional", 0],
  ind: ["indicators-that-change-practice", 0],
  med: ["medication-safety", 0],
  ipc: ["infection-prevention-control", 0],
  gcp: ["good-clinical-practice", 0],
  ps3: ["patient-safety-essentials", 2],
  ps4: ["patient-safety-essentials", 3],
  acc: ["accreditation-readiness-course", 0],
  rca2: ["root-cause-analysis", 1],
  res: ["research-methods", 0],
  lab: ["laboratory-quality-management", 0],
  ipc2: ["infection-prevention-control", 1],
  ldc: ["leading-clinical-departments", 0],
} as const satisfies Record<string, readonly [slug: string, index: number]>;

/** Keys of all runs. Staff create `rca0`, `ipc0` and `risk` during the history. */
export type RunKey = keyof typeof demoRunKeys | "rca0" | "ipc0" | "risk";

export interface DemoSale {
  /** Day of the purchase, counted from today. */
  day: number;
  /** Time in Riyadh, such as `09:30`. */
  time: string;
  buyer: string;
  run: RunKey;
  /** Keys of the attendees. The default is the buyer alone. */
  people?: string[];
  /** Number of seats bought in addition to `people`, without an attendee at purchase. */
  unnamedSeats?: number;
  company?: CompanyKey;
  /** Discount code. */
  code?: string;
  /** `declined-first`: the bank declines a first card, then accepts another. */
  card?: "visa" | "mada" | "master" | "declined-first";
}

const sale = (
  day: number,
  time: string,
  buyer: string,
  run: RunKey,
  more: Omit<DemoSale, "day" | "time" | "buyer" | "run"> = {},
): DemoSale => ({ day, time, buyer, run, ...more });

/** Everything that people bought on the site by card, grouped by run. */
export const demoSales: readonly DemoSale[] = [
  sale(-478, "18:10", "learner", "rca0", { card: "mada" }),
  sale(-472, "10:30", "noura", "rca0"),
  sale(-466, "09:20", "hessa", "rca0", { people: ["saud", "lamia", "turki"], company: "wadi" }),
  sale(-441, "20:15", "learner", "ipc0"),
  sale(-436, "12:40", "amani", "ipc0", { card: "mada" }),
  sale(-430, "16:05", "maria", "ipc0", { people: ["maria", "joseph"] }),

  sale(-128, "10:05", "noura", "ps1", { card: "mada" }),
  sale(-127, "11:30", "maria", "ps1", { people: ["maria", "joseph"] }),
  sale(-126, "21:10", "faisal", "ps1", { card: "mada" }),
  sale(-125, "09:15", "hessa", "ps1", { people: ["saud", "lamia", "turki", "priya", "aisha"], company: "wadi" }),
  sale(-123, "16:20", "amani", "ps1", { card: "mada" }),
  sale(-122, "13:45", "ahmed", "ps1"),
  sale(-121, "19:05", "khalid", "ps1", { card: "master" }),

  sale(-117, "20:40", "mashael", "wba", { card: "mada" }),
  sale(-113, "12:10", "rania", "wba", { people: ["rania", "tamer"] }),
  sale(-111, "10:25", "bandar", "wba", { people: ["bandar", "wafa", "yazeed", "grace"], company: "redsea" }),
  sale(-105, "22:15", "david", "wba", { card: "master" }),

  sale(-96, "18:30", "ghadah", "ca", { card: "mada" }),
  sale(-92, "09:50", "nawaf", "ca"),
  sale(-88, "14:05", "liezel", "ca", { people: ["liezel", "ruben", "maria"] }),
  sale(-85, "21:25", "bilal", "ca"),
  sale(-83, "11:15", "shahad", "ca", {
    people: ["shahad", "mansour", "dalal", "anjali"],
    company: "najd",
    card: "mada",
  }),
  sale(-76, "17:40", "hanan", "ca", { card: "mada" }),

  sale(-84, "19:20", "rakan", "rca1", { card: "mada" }),
  sale(-80, "10:10", "afnan", "rca1", {
    people: ["afnan", "hamad", "jawaher", "ziyad", "mathew", "fatima"],
    company: "tuwaiq",
  }),
  sale(-78, "20:55", "samuel", "rca1"),
  sale(-75, "16:45", "noura", "rca1", { card: "mada" }),
  sale(-71, "12:35", "basmah", "rca1", { people: ["basmah", "sultan"], card: "mada" }),
  sale(-70, "23:05", "nadine", "rca1", { card: "master" }),
  sale(-68, "15:10", "arif", "rca1"),
  sale(-66, "11:55", "elena", "rca1"),

  sale(-70, "19:45", "learner", "audit"),
  sale(-64, "10:40", "areej", "audit", { card: "mada" }),
  sale(-63, "09:30", "hessa", "audit", { people: ["hessa", "saud", "meshari", "lujain"], company: "wadi" }),
  sale(-60, "21:35", "ibrahim", "audit", { card: "mada", code: "SUMMER20" }),
  sale(-58, "13:20", "karim", "audit", { people: ["karim", "sunita"], code: "SUMMER20" }),
  sale(-55, "18:15", "samar", "audit", { card: "mada" }),
  sale(-53, "11:05", "majed", "audit", { people: ["majed", "raghad", "waleed"], unnamedSeats: 1, company: "hijaz" }),
  sale(-50, "20:20", "jennifer", "audit", { card: "master" }),

  sale(-44, "19:10", "osama", "fip", { card: "mada" }),
  sale(-40, "22:05", "tahani", "fip", { card: "mada" }),
  sale(-38, "10:50", "bandar", "fip", { people: ["wafa", "yazeed", "grace", "sunita"], company: "redsea" }),
  sale(-33, "17:25", "anas", "fip", { people: ["anas", "sarah"] }),
  sale(-26, "20:30", "yousef", "fip", { card: "mada" }),
  sale(-22, "12:45", "shahad", "fip", { people: ["haifa", "nayef"], unnamedSeats: 1, company: "najd", card: "mada" }),
  sale(-15, "21:50", "mohsin", "fip"),

  sale(-41, "16:05", "amani", "sh", { card: "mada" }),
  sale(-39, "13:30", "maria", "sh"),
  sale(-36, "09:45", "hessa", "sh", { people: ["turki", "lamia", "priya", "aisha", "lujain"], company: "wadi" }),
  sale(-28, "14:50", "joseph", "sh", { people: ["joseph", "liezel", "ruben"] }),
  sale(-24, "18:40", "dalal", "sh", { card: "mada" }),
  sale(-19, "10:15", "afnan", "sh", { people: ["hamad", "jawaher"], unnamedSeats: 1, company: "tuwaiq" }),
  sale(-12, "19:55", "khalid", "sh", { card: "master" }),
  sale(-8, "22:25", "fatima", "sh"),

  sale(-34, "20:10", "learner", "ps2"),
  sale(-27, "15:35", "saud", "ps2", { card: "mada" }),
  sale(-21, "11:40", "majed", "ps2", { people: ["majed", "raghad", "waleed"], company: "hijaz" }),
  sale(-14, "21:15", "arif", "ps2"),
  sale(-9, "17:05", "ghadah", "ps2", { card: "mada" }),
  sale(-4, "19:30", "sunita", "ps2"),
  sale(-2, "16:55", "tamer", "ps2", { card: "mada" }),

  sale(-52, "20:45", "mashael", "cep", { card: "mada" }),
  sale(-31, "10:30", "bandar", "cep", { people: ["bandar", "wafa"], company: "redsea" }),
  sale(-16, "23:20", "david", "cep", { card: "master" }),
  sale(-6, "18:05", "rania", "cep"),

  sale(-57, "17:50", "noura", "hqp", { card: "mada" }),
  sale(-50, "12:20", "majed", "hqp", { people: ["hind", "waleed"], company: "hijaz" }),
  sale(-47, "21:40", "abdullah", "hqp", { card: "mada" }),
  sale(-42, "10:35", "hessa", "hqp", { people: ["hessa", "meshari", "saud"], company: "wadi" }),
  sale(-35, "19:15", "ziyad", "hqp", { card: "mada" }),
  sale(-13, "22:40", "nadine", "hqp", { card: "declined-first" }),
  sale(-5, "20:05", "basmah", "hqp", { card: "mada" }),

  sale(-32, "18:20", "ibrahim", "ind", { card: "mada" }),
  sale(-23, "11:20", "shahad", "ind", {
    people: ["shahad", "mansour", "dalal"],
    unnamedSeats: 2,
    company: "najd",
    code: "TEAM10",
  }),
  sale(-17, "20:50", "karim", "ind", { code: "AUTUMN200" }),
  sale(-11, "15:55", "hanan", "ind", { people: ["hanan", "samuel"] }),
  sale(-3, "21:05", "bilal", "ind"),

  sale(-37, "19:35", "rakan", "med", { card: "mada" }),
  sale(-33, "10:20", "afnan", "med", { people: ["afnan", "hamad", "jawaher", "ziyad", "mathew"], company: "tuwaiq" }),
  sale(-27, "13:10", "anjali", "med", { people: ["anjali", "priya"] }),
  sale(-20, "22:50", "elena", "med", { code: "BACK100" }),
  sale(-18, "09:55", "hessa", "med", {
    people: ["lamia", "turki", "aisha"],
    unnamedSeats: 1,
    company: "wadi",
    code: "TEAM10",
  }),
  sale(-10, "18:55", "areej", "med", { card: "mada" }),
  sale(-7, "20:35", "jennifer", "med", { card: "master" }),

  sale(-29, "17:15", "osama", "ipc", { card: "mada", code: "AUTUMN200" }),
  sale(-15, "10:45", "bandar", "ipc", { people: ["yazeed", "grace"], unnamedSeats: 1, company: "redsea" }),
  sale(-8, "21:20", "yousef", "ipc", { card: "mada" }),
  sale(-5, "16:35", "mohsin", "ipc"),
  sale(-1, "19:50", "sarah", "ipc"),

  sale(-30, "20:25", "learner", "gcp"),
  sale(-24, "18:50", "anas", "gcp"),
  sale(-12, "11:10", "afnan", "gcp", { people: ["mathew", "fatima", "samuel"], company: "tuwaiq" }),
  sale(-6, "22:10", "nayef", "gcp", { card: "mada", code: "WELCOME15" }),

  sale(-19, "15:25", "waleed", "ps3", { card: "mada" }),
  sale(-11, "19:40", "yazeed", "ps3", { card: "mada" }),
  sale(-3, "17:30", "raghad", "ps3", { card: "mada" }),

  sale(-16, "12:55", "haifa", "acc", { card: "mada" }),
  sale(-7, "18:10", "sultan", "acc", { card: "mada" }),

  sale(-21, "22:30", "karim", "rca2"),
  sale(-14, "10:05", "shahad", "rca2", { people: ["haifa", "nayef", "mansour"], company: "najd" }),
  sale(-9, "20:15", "liezel", "rca2"),
  sale(-2, "18:35", "hind", "rca2", { card: "mada" }),

  sale(-26, "16:10", "abdullah", "res", { card: "mada" }),
  sale(-13, "13:50", "david", "res", { people: ["david", "jennifer"], card: "master" }),
  sale(-4, "21:45", "elena", "res"),

  sale(-28, "11:35", "samuel", "lab"),
  sale(-18, "19:25", "mathew", "lab", { people: ["mathew", "bilal"] }),
  sale(-10, "17:45", "hamad", "lab", { card: "mada" }),
  sale(-6, "20:00", "tahani", "lab", { card: "mada" }),

  sale(-25, "18:25", "lujain", "ipc2", { card: "mada" }),
  sale(-20, "14:15", "sunita", "ipc2"),
  sale(-17, "19:00", "areej", "ipc2", { people: ["areej", "samar"], card: "mada" }),

  sale(-22, "21:30", "mashael", "ldc", { card: "mada" }),
  sale(-11, "22:20", "yousef", "ldc", { card: "mada" }),

  sale(-20, "17:55", "nawaf", "risk"),
  sale(-13, "20:40", "fatima", "risk"),
  sale(-9, "15:45", "tahani", "risk", { card: "mada" }),
  sale(-5, "21:00", "ruben", "risk"),
  sale(-2, "11:25", "afnan", "risk", { company: "tuwaiq" }),
];
