import type { SiteSettings } from "./settings.schema.server.ts";

export type { SiteSettings };
export type SettingKey = keyof SiteSettings;
export type SocialLink = SiteSettings["socialLinks"][number];
export type SellerSettings = SiteSettings["seller"];
export type HoldSettings = SiteSettings["holds"];
export type TransferSettings = SiteSettings["transfers"];
export type LegalSettings = SiteSettings["legal"];
export type ChangePolicy = SiteSettings["changes"];
export type AccountantSettings = SiteSettings["accountant"];
export type EInvoicingSettings = SiteSettings["einvoicing"];
export type NewsletterSettings = SiteSettings["newsletter"];
export type TrainingSettings = SiteSettings["training"];
export type FeedbackQuestion = SiteSettings["feedback"]["questions"][number];

/** Settings that apply from a day on; earlier values stay on record. */
export const datedKeys = ["taxPercent", "seller"] as const;
export type DatedKey = (typeof datedKeys)[number];
export const isDated = (key: SettingKey): key is DatedKey => (datedKeys as readonly string[]).includes(key);

export const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Settings that every page of the site gets. */
export const publicKeys = [
  "addressEng",
  "addressAr",
  "phone",
  "email",
  "socialLinks",
  "messageSet",
  "currencySymbol",
  "taxPercent",
] as const;
export type PublicSettings = Pick<SiteSettings, (typeof publicKeys)[number]>;

const noScaleLabels = { lowEng: "", lowAr: "", highEng: "", highAr: "" };

const feedbackQuestions: FeedbackQuestion[] = [
  {
    eng: "Can you use what you learned at work?",
    ar: "هل يمكنك تطبيق ما تعلمته في عملك؟",
    lowEng: "Hardly",
    lowAr: "بالكاد",
    highEng: "From the next shift",
    highAr: "من المناوبة القادمة",
    required: true,
  },
  {
    eng: "How clear was the teaching?",
    ar: "ما مدى وضوح الشرح؟",
    lowEng: "Unclear",
    lowAr: "غير واضح",
    highEng: "Very clear",
    highAr: "واضح جدًا",
    required: true,
  },
  {
    eng: "Was it free of advertising for products?",
    ar: "هل خلت الدورة من الدعاية لمنتجات؟",
    ...noScaleLabels,
    required: false,
  },
  {
    eng: "Place, time and organisation",
    ar: "المكان والوقت والتنظيم",
    lowEng: "Poor",
    lowAr: "ضعيف",
    highEng: "Very good",
    highAr: "ممتاز",
    required: false,
  },
  { eng: "What should we change?", ar: "ما الذي ينبغي أن نغيّره؟", ...noScaleLabels, required: false },
];

export const defaultSettings: SiteSettings = {
  addressEng: "Riyadh, Saudi Arabia",
  addressAr: "الرياض، المملكة العربية السعودية",
  phone: "+966 11 000 0000",
  email: "hello@example.com",
  socialLinks: [],
  contactInfoEng: "<p>Write or call us: someone from the right team will answer.</p>",
  contactInfoAr: "<p>راسلنا أو اتصل بنا، وسيجيبك المختص من فريقنا.</p>",
  messageSet: "complete",
  // The specification prescribes this sign for the cart. Prices are in SAR, as the cart says beside it.
  currencySymbol: "$",
  taxPercent: 15,
  seller: {
    nameEng: "Nama Health",
    nameAr: "نماء الصحية",
    addressEng: "Riyadh, Saudi Arabia",
    addressAr: "الرياض، المملكة العربية السعودية",
    vatNumber: "300000000000003",
    registrationNumber: "1010000000",
  },
  holds: {
    minutes: 15,
    minutesToPay: 1,
    seatsPerAccount: 20,
    seatsPerRun: 5,
    expiredBeforePause: 2,
    pauseMinutes: 30,
    newSeatsPerAddress: 20,
    waitingSeatsPerAddress: 15,
  },
  transfers: {
    bankNameEng: "",
    bankNameAr: "",
    accountHolder: "",
    iban: "",
    days: 14,
    groupFromHalalas: 500_000,
    groupDaysBefore: 14,
    groupSeats: 50,
    seatsPerAddress: 50,
  },
  legal: {
    dataProtectionContactEng: "our data protection officer",
    dataProtectionContactAr: "مسؤول حماية البيانات",
    dataProtectionEmail: "privacy@example.com",
    taxRecordYears: 6,
    attendanceRecordYears: 5,
    processorsEng:
      "These are, in this example, Example Payments, Example Hosting and Example Mail, all in Saudi Arabia; no data leaves the Kingdom.",
    processorsAr:
      "وهي في هذا المثال: المثال للمدفوعات والمثال للاستضافة والمثال للبريد، وجميعها في المملكة العربية السعودية، ولا تُنقل البيانات إلى خارجها.",
    trainingLicence: "",
  },
  refunds: { onePersonHalalas: 500_000 },
  changes: { allBackDays: 14, partBackDays: 7, partBackPercent: 50, moveDays: 7 },
  accountant: { email: "", locale: "ar" },
  einvoicing: {
    mode: "off",
    street: "",
    buildingNumber: "",
    additionalNumber: "",
    district: "",
    city: "",
    postalCode: "",
    shortAddress: "",
    branch: "",
    businessCategory: "",
  },
  newsletter: { senderEng: "Nama Health", senderAr: "نماء الصحية", replyTo: "" },
  training: { presentFromPercent: 90, certificateHours: 24 },
  feedback: { questions: feedbackQuestions },
};
