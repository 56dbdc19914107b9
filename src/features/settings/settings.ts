/** One row each in site_setting, under these keys. */
import type { MessageSet } from "#i18n/label.tsx";
import type { Locale } from "#i18n/locale.ts";

export interface SocialLink {
  network: "linkedin" | "x" | "youtube" | "instagram" | "facebook";
  url: string;
}

export interface SellerSettings {
  nameEng: string;
  nameAr: string;
  addressEng: string;
  addressAr: string;
  /** 15 digits, first and last 3. */
  vatNumber: string;
  /** 10 digits. */
  registrationNumber: string;
}

/** docs/pricing.md. */
export interface HoldSettings {
  minutes: number;
  /** No order is opened whose hold ends sooner than this. */
  minutesToPay: number;
  /** Unpaid seats an account holds at once, over all runs. */
  seatsPerAccount: number;
  /** Of these, seats of one run without a company invoice. */
  seatsPerRun: number;
  /** After so many unpaid holds of a run that expired, the account waits for that run. */
  expiredBeforePause: number;
  /** From the end of the last of them. */
  pauseMinutes: number;
}

/** Where orders are paid by bank transfer. Empty until set: then no such order can be opened. */
export interface TransferSettings {
  bankNameEng: string;
  bankNameAr: string;
  accountHolder: string;
  /** Saudi IBAN, no spaces. */
  iban: string;
  /** Days to pay when staff name no date, and when the buyer chose it. */
  days: number;
  /** Buyers may choose it from this total including VAT … */
  groupFromHalalas: number;
  /** … from so many days before the course … */
  groupDaysBefore: number;
  /** … for so many seats that are not paid yet. */
  groupSeats: number;
}

export interface LegalSettings {
  /** A person or a function, as named within a sentence. */
  dataProtectionContactEng: string;
  dataProtectionContactAr: string;
  dataProtectionEmail: string;
  taxRecordYears: number;
  attendanceRecordYears: number;
  /** Sentences: who processes personal data for us, in which country, and the safeguard for each transfer abroad. */
  processorsEng: string;
  processorsAr: string;
  /** May be empty. */
  trainingLicence: string;
}

export interface RefundSettings {
  /** Above this sum of an order's refunds a second person has to agree. */
  onePersonHalalas: number;
}

/** What a buyer may change until when; days count back from the first day of the run. */
export interface ChangePolicy {
  /** Cancelled so many days before or earlier: all back. */
  allBackDays: number;
  /** Then so many days before or earlier: this share back, and later nothing. */
  partBackDays: number;
  partBackPercent: number;
  /** Moved so many days before or earlier, once: free of charge. */
  moveDays: number;
}

/** Who keeps the books: on the first of a month they get the figures of the one before. */
export interface AccountantSettings {
  /** Empty: no one is notified. */
  email: string;
  locale: Locale;
}

/** Who the newsletter comes from. */
export interface NewsletterSettings {
  senderEng: string;
  senderAr: string;
  /** Where answers go; empty: to the site's e-mail address. */
  replyTo: string;
}

/** Attendance of courses. */
export interface TrainingSettings {
  /** Of the minutes of an online session: from here on someone was present. */
  presentFromPercent: number;
  /** Hours after the last session of a run at which its certificates are issued. */
  certificateHours: number;
}

/** Texts of one question after a course, with the words at both ends of its scale; empty where there is none. */
export interface FeedbackQuestion {
  eng: string;
  ar: string;
  lowEng: string;
  lowAr: string;
  highEng: string;
  highAr: string;
  /** Where the run asks for feedback. */
  required: boolean;
}

/** Always five: 1, 2 and 4 are scales, 3 is yes or no, 5 is text (features/learning/feedback). */
export interface FeedbackSettings {
  questions: FeedbackQuestion[];
}

export interface SiteSettings {
  addressEng: string;
  addressAr: string;
  phone: string;
  email: string;
  socialLinks: SocialLink[];
  /** Safe HTML: opening hours, who answers what. */
  contactInfoEng: string;
  contactInfoAr: string;
  /** Decisions §1. */
  messageSet: MessageSet;
  /** Of the cart only (decisions §4). */
  currencySymbol: string;
  /** In percent, at most two decimals. */
  taxPercent: number;
  seller: SellerSettings;
  holds: HoldSettings;
  transfers: TransferSettings;
  legal: LegalSettings;
  refunds: RefundSettings;
  changes: ChangePolicy;
  accountant: AccountantSettings;
  newsletter: NewsletterSettings;
  training: TrainingSettings;
  feedback: FeedbackSettings;
}
export type SettingKey = keyof SiteSettings;

/** These hold from a day on; what held before stays known. */
export const datedKeys = ["taxPercent", "seller"] as const;
export type DatedKey = (typeof datedKeys)[number];
export const isDated = (key: SettingKey): key is DatedKey => (datedKeys as readonly string[]).includes(key);

export const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export type PublicSettings = Omit<
  SiteSettings,
  | "seller"
  | "holds"
  | "transfers"
  | "legal"
  | "refunds"
  | "changes"
  | "accountant"
  | "newsletter"
  | "training"
  | "feedback"
  | "contactInfoEng"
  | "contactInfoAr"
>;

const noEnds = { lowEng: "", lowAr: "", highEng: "", highAr: "" };

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
    ...noEnds,
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
  { eng: "What should we change?", ar: "ما الذي ينبغي أن نغيّره؟", ...noEnds, required: false },
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
  holds: { minutes: 15, minutesToPay: 1, seatsPerAccount: 20, seatsPerRun: 5, expiredBeforePause: 2, pauseMinutes: 30 },
  transfers: {
    bankNameEng: "",
    bankNameAr: "",
    accountHolder: "",
    iban: "",
    days: 14,
    groupFromHalalas: 500_000,
    groupDaysBefore: 14,
    groupSeats: 50,
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
  newsletter: { senderEng: "Nama Health", senderAr: "نماء الصحية", replyTo: "" },
  training: { presentFromPercent: 90, certificateHours: 24 },
  feedback: { questions: feedbackQuestions },
};
