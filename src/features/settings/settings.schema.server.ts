import { z } from "zod";
import {
  emailField,
  line,
  optionalLine,
  paragraph,
  webAddress,
  whole,
  proseLine,
  optionalProseLine,
} from "#platform/http/fields.server.ts";

/**
 * Checks a Saudi IBAN and its check sum (ISO 13616): with the first four characters moved to the end and letters
 * written as numbers, the remainder of a division by 97 is 1.
 */
const isSaudiIban = (iban: string): boolean =>
  /^SA\d{22}$/.test(iban) && BigInt(`${iban.slice(4)}2810${iban.slice(2, 4)}`) % 97n === 1n;

const optionalDigits = (count: number) => z.string().regex(new RegExp(`^(\\d{${count}})?$`), "invalid");

const policyDays = whole(0, 365);
/** Change policy of buyers; days count back from the first day of the run. */
const changePolicy = z
  .strictObject({
    /** A cancellation this many days before or earlier gets a full refund. */
    allBackDays: policyDays,
    /** A cancellation this many days before or earlier gets a partial refund, and a later one gets none. */
    partBackDays: policyDays,
    partBackPercent: whole(0, 100),
    /** One move this many days before or earlier is free of charge. */
    moveDays: policyDays,
  })
  .refine(({ allBackDays, partBackDays }) => partBackDays <= allBackDays, { error: "invalid", path: ["partBackDays"] });

/** Schema of each setting: one row each in site_setting, under these keys. */
export const shapes = {
  addressEng: line(200),
  addressAr: line(200),
  phone: line(40).pipe(z.string().regex(/^\+?[\d ()-]{6,24}$/, "phone")),
  email: emailField(),
  socialLinks: z
    .array(
      z.strictObject({ network: z.enum(["linkedin", "x", "youtube", "instagram", "facebook"]), url: webAddress() }),
    )
    .max(5),
  /** Safe HTML: opening hours and contacts. */
  contactInfoEng: paragraph(5000),
  contactInfoAr: paragraph(5000),
  /** Complete texts, or the exact words of the specification. */
  messageSet: z.enum(["complete", "as-specified"], "choice"),
  /** Currency symbol of the cart only. */
  currencySymbol: line(8),
  /** In percent, at most two decimals. */
  taxPercent: z.number().min(0).max(100).multipleOf(0.01),
  seller: z.strictObject({
    nameEng: line(),
    nameAr: line(),
    addressEng: line(200),
    addressAr: line(200),
    /** 15 digits, first and last 3. */
    vatNumber: z.string().regex(/^3\d{13}3$/, "invalid"),
    /** 10 digits. */
    registrationNumber: z.string().regex(/^\d{10}$/, "invalid"),
  }),
  /** Rules of seat holds (docs/pricing.md). */
  holds: z
    .strictObject({
      minutes: whole(5, 60),
      /** No order is opened when its hold would end sooner than this. */
      minutesToPay: whole(1, 10),
      /** Maximum unpaid seats that an account holds by card, over all runs. */
      seatsPerAccount: whole(1, 20),
      /** Maximum of these seats for one run, without a company invoice. */
      seatsPerRun: whole(1, 20),
      /** After this many expired unpaid holds of a run, the account has to wait for that run. */
      expiredBeforePause: whole(1, 10),
      /** Length of the wait from the end of the last hold. */
      pauseMinutes: whole(1, 24 * 60),
      /** Maximum unpaid seats that accounts without a paid order hold from one network. */
      newSeatsPerAddress: whole(1, 1000).default(20),
      /** Maximum seats that accounts without a paid order wait for from one network. */
      waitingSeatsPerAddress: whole(1, 1000).default(15),
    })
    .refine(({ minutes, minutesToPay }) => minutesToPay < minutes, { error: "invalid", path: ["minutesToPay"] }),
  /** Bank account for transfers. Empty until set; without it no such order can be opened. */
  transfers: z.strictObject({
    bankNameEng: optionalLine(80),
    bankNameAr: optionalLine(80),
    accountHolder: optionalLine(120),
    /** Saudi IBAN, no spaces. */
    iban: z.string().refine((iban) => iban === "" || isSaudiIban(iban), "invalid"),
    /** Days to pay when staff set no date, and when the buyer chose the transfer. */
    days: whole(1, 90),
    /** Buyers may choose a transfer from this total on, VAT included. */
    groupFromHalalas: whole(0, 1_000_000_00).default(500_000),
    /** Buyers may choose a transfer until this many days before the course. */
    groupDaysBefore: whole(1, 90).default(14),
    /** Maximum unpaid seats of such orders. A line has 50 at most (features/orders/pricing.ts). */
    groupSeats: whole(1, 50).default(50),
    /** Maximum unpaid seats that buyers of one network may book this way. */
    seatsPerAddress: whole(1, 1000).default(50),
  }),
  legal: z.strictObject({
    /** A person or a function, as used within a sentence. */
    dataProtectionContactEng: line(),
    dataProtectionContactAr: line(),
    dataProtectionEmail: emailField(),
    taxRecordYears: whole(1, 100),
    attendanceRecordYears: whole(1, 100),
    /**
     * Sentences that say who processes personal data for us, in which country, and the safeguard for each transfer
     * abroad.
     */
    processorsEng: paragraph(1000),
    processorsAr: paragraph(1000),
    /** Number of the training licence; may be empty. */
    trainingLicence: optionalLine(50),
  }),
  /** Above this sum of an order's refunds a second person must approve. */
  refunds: z.strictObject({ onePersonHalalas: whole(0, 1_000_000_00) }),
  changes: changePolicy,
  /** The accountant, who gets the figures of the previous month on the first of a month. */
  accountant: z.strictObject({
    /** Empty to notify nobody. */
    email: z.union([z.literal(""), emailField()]),
    locale: z.enum(["en", "ar"], "choice"),
  }),
  /** E-invoicing with the tax authority (ZATCA phase 2), and the company details it needs beyond `seller`. */
  einvoicing: z.strictObject({
    /** `off`: nothing is sealed or sent. `simulation`: everything is sent to the authority's rehearsal. */
    mode: z.enum(["off", "simulation", "on"], "choice"),
    street: optionalLine(200),
    buildingNumber: optionalDigits(4),
    additionalNumber: optionalDigits(4),
    district: optionalLine(100),
    city: optionalLine(100),
    postalCode: optionalDigits(5),
    /** The short form of the national address, such as RRRD2929. */
    shortAddress: z.string().regex(/^([A-Z]{4}\d{4})?$/, "invalid"),
    /** The branch's name, or the ten-digit number of a VAT group. */
    branch: optionalLine(60),
    businessCategory: optionalLine(60),
  }),
  /** Sender of the newsletter. */
  newsletter: z.strictObject({
    senderEng: line(80),
    senderAr: line(80),
    /** Reply address; empty for the site's email address. */
    replyTo: z.union([z.literal(""), emailField()]),
  }),
  training: z.strictObject({
    /** Percentage of an online session from which someone was present. */
    presentFromPercent: whole(1, 100),
    /** Hours after the last session of a run at which its certificates are issued. */
    certificateHours: whole(1, 720).default(24),
  }),
  /** There are always five questions: 1, 2 and 4 are scales, 3 is yes or no, 5 is text (features/learning/feedback). */
  feedback: z.strictObject({
    questions: z
      .array(
        z.strictObject({
          eng: proseLine(160),
          ar: proseLine(160),
          /** Labels at both ends of its scale; empty without a scale. */
          lowEng: optionalProseLine(30),
          lowAr: optionalProseLine(30),
          highEng: optionalProseLine(30),
          highAr: optionalProseLine(30),
          /** Whether runs that require feedback require this answer. */
          required: z.boolean("invalid"),
        }),
        "invalid",
      )
      .length(5, "invalid"),
  }),
};

export type SiteSettings = { [Key in keyof typeof shapes]: z.output<(typeof shapes)[Key]> };
