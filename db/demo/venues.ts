import type { DemoRun } from "./types.ts";

type Venue = Pick<DemoRun, "venueEng" | "venueAr" | "addressEng" | "addressAr" | "language" | "delivery">;

export const riyadh: Venue = {
  venueEng: "Training centre, Riyadh",
  venueAr: "مركز التدريب، الرياض",
  addressEng: "Ground floor, Example Tower, King Fahd Road",
  addressAr: "الدور الأرضي، برج المثال، طريق الملك فهد",
  language: "both",
  delivery: "onsite",
};
export const jeddah: Venue = {
  venueEng: "Meeting hall, Jeddah",
  venueAr: "قاعة اللقاءات، جدة",
  addressEng: "Example Hotel, Corniche Road",
  addressAr: "فندق المثال، طريق الكورنيش",
  language: "ar",
  delivery: "onsite",
};
export const dammam: Venue = {
  venueEng: "Training hall, Dammam",
  venueAr: "قاعة التدريب، الدمام",
  addressEng: "Example Business Centre, King Saud Street",
  addressAr: "مركز المثال للأعمال، شارع الملك سعود",
  language: "ar",
  delivery: "onsite",
};
export const online: Venue = {
  venueEng: "Online, live",
  venueAr: "عن بُعد، مباشر",
  language: "en",
  delivery: "online",
};
