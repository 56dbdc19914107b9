import type { DemoRun } from "./types.ts";

type Venue = Pick<
  DemoRun,
  "venueEng" | "venueAr" | "addressEng" | "addressAr" | "doorsOpen" | "bringEng" | "bringAr" | "language" | "delivery"
>;

const onsiteDetails = {
  doorsOpen: "08:30",
  bringEng: "Photo ID and your SCFHS card\nSomething to write with",
  bringAr: "الهوية وبطاقة الهيئة\nقلم ودفتر",
};
const onlineDetails = {
  bringEng: "A computer with a camera and microphone\nA quiet room",
  bringAr: "حاسوب بكاميرا وميكروفون\nمكان هادئ",
};

export const riyadh: Venue = {
  venueEng: "Training centre, Riyadh",
  venueAr: "مركز التدريب، الرياض",
  addressEng: "Ground floor, Example Tower, King Fahd Road",
  addressAr: "الدور الأرضي، برج المثال، طريق الملك فهد",
  ...onsiteDetails,
  language: "both",
  delivery: "onsite",
};
export const jeddah: Venue = {
  venueEng: "Meeting hall, Jeddah",
  venueAr: "قاعة اللقاءات، جدة",
  addressEng: "Example Hotel, Corniche Road",
  addressAr: "فندق المثال، طريق الكورنيش",
  ...onsiteDetails,
  language: "ar",
  delivery: "onsite",
};
export const dammam: Venue = {
  venueEng: "Training hall, Dammam",
  venueAr: "قاعة التدريب، الدمام",
  addressEng: "Example Business Centre, King Saud Street",
  addressAr: "مركز المثال للأعمال، شارع الملك سعود",
  ...onsiteDetails,
  language: "ar",
  delivery: "onsite",
};
export const online: Venue = {
  venueEng: "Online, live",
  venueAr: "عن بُعد، مباشر",
  ...onlineDetails,
  language: "en",
  delivery: "online",
};
