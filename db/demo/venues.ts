import type { DemoRun } from "./types.ts";

type Venue = Pick<DemoRun, "venueEng" | "venueAr" | "delivery">;

export const riyadh: Venue = {
  venueEng: "Training centre, Riyadh",
  venueAr: "مركز التدريب، الرياض",
  delivery: "onsite",
};
export const jeddah: Venue = { venueEng: "Meeting hall, Jeddah", venueAr: "قاعة اللقاءات، جدة", delivery: "onsite" };
export const dammam: Venue = { venueEng: "Training hall, Dammam", venueAr: "قاعة التدريب، الدمام", delivery: "onsite" };
export const online: Venue = { venueEng: "Online, live", venueAr: "عن بُعد، مباشر", delivery: "online" };
