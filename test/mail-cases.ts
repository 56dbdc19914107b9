/** Every mail of the site: its sample, and variants of the mails whose texts depend on their props. */
import { orderSample, orderSampleAr, type OrderMailProps } from "#features/settlement/mails/emails.server.tsx";
import { riyadhInstant } from "#i18n/dates.ts";
import { inLocale } from "#i18n/locale.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Block, MailContent } from "#platform/mail/blocks.ts";
import { footerLines } from "#platform/mail/layout.server.tsx";
import { bare } from "#platform/mail/marks.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import { registerMails, templateNamed, type MailSender } from "#platform/mail/templates.server.ts";
import { mails } from "../src/mails.ts";
import { noDatabase, testContext, testEnv } from "./context.ts";

export interface MailCase {
  name: keyof typeof mails;
  /** A name for the difference from the sample. */
  about?: string;
  /** Props that differ from the sample. */
  change: object;
}

// Rendering a mail needs no database.
const ctx = testContext(noDatabase, { env: testEnv({ BASE_URL: "https://nama.example" }) });

const senders: Record<Locale, MailSender> = {
  en: {
    name: "Nama Health Training Company (demo)",
    address: "Office 00, Example Tower, King Fahd Road, Riyadh, Saudi Arabia",
    phone: "+966 11 000 0000",
    email: "hello@example.com",
  },
  ar: {
    name: "شركة نماء الصحية للتدريب (عرض تجريبي)",
    address: "مكتب 00، برج المثال، طريق الملك فهد، الرياض، المملكة العربية السعودية",
    phone: "+966 11 000 0000",
    email: "hello@example.com",
  },
};

/** Names of the files that are attached to each mail. */
const files: Partial<Record<keyof typeof mails, string[]>> = {
  "order-confirmed": ["INV-2026-000012.pdf", "order-1042.ics"],
  "seat-moved": ["course-14.ics", "course-12.ics"],
  "payment-refunded": ["CN-2026-000004.pdf", "order-1042.ics"],
  "attendee-place": ["course-12.ics"],
  "attendee-returned": ["course-12.ics"],
  "course-moved": ["course-12.ics"],
  "course-cancelled": ["course-12.ics"],
  "course-times": ["course-13.ics"],
  "course-link": ["course-13.ics"],
  "reminder-week": ["course-12.ics"],
  "reminder-day": ["course-12.ics"],
};

export const orderProps = (locale: Locale): OrderMailProps => (locale === "ar" ? orderSampleAr : orderSample);

const longCourse = {
  name_eng: "Healthcare quality professionals: preparing for certification",
  name_ar: "أخصائي جودة الرعاية الصحية والاعتماد: التحضير لاختبار الشهادة",
};
const latin = { name: "Layla O’Brien N.", buyer: "Layla O’Brien N." };
const joinUrl = "https://meet.example.com/quality";
const evenings = {
  start_date: "2026-12-30",
  end_date: "2027-01-20",
  days: 4,
  hours: 12,
  delivery: "online",
  venue_eng: "Online, live",
  venue_ar: "عن بُعد، مباشر",
  sessions: ["2026-12-30", "2027-01-06", "2027-01-13", "2027-01-20"].map((day) => ({
    starts_at: riyadhInstant(day, "17:00").toISOString(),
    ends_at: riyadhInstant(day, "20:00").toISOString(),
  })),
};
/** The same run for someone who is enrolled, with joining links. */
export const joinable = {
  ...evenings,
  joins: true,
  sessions: evenings.sessions.map((session) => ({ ...session, joining_url: joinUrl })),
};
const linkless = { ...joinable, sessions: joinable.sessions.map((session) => ({ ...session, joining_url: null })) };
/** The first and the last evening have different links, the others have none yet. */
const severalLinks = {
  ...joinable,
  sessions: joinable.sessions.map((session, index) => ({
    ...session,
    joining_url: index % 3 === 0 ? `${joinUrl}/${index}` : null,
  })),
};
const jeddah = { venue_eng: "Meeting hall, Jeddah", venue_ar: "قاعة اللقاءات، جدة" };

const refundReasons = [
  "sold-out",
  "already-registered",
  "mismatch",
  "course-cancelled",
  "run-cancelled",
  "run-closed",
  "run-ended",
  "price-changed",
  "paid-too-late",
  "unknown-order",
  "requested",
  "at-provider",
  "a-word-nobody-knows",
  "Agreed by telephone with Huda.",
  "تم الاتفاق هاتفيًا.",
];

function listVariants(locale: Locale): MailCase[] {
  const { lines } = orderProps(locale);
  const [line] = lines;
  const variant = (name: keyof typeof mails, about: string, change: object) => ({ name, about, change });
  const createLine = (qty: number, attendeeCount: number) => ({
    ...line,
    qty,
    amount: `${2400 * qty}.00`,
    attendees: Array.from({ length: attendeeCount }, (_, index) => ({
      name: `${locale === "ar" ? "هدى سالم" : "Huda Salem"} ${index}`,
      you: index === 0,
    })),
  });
  const severalLines = [createLine(4, 2), { ...line, ...longCourse, ...evenings }];
  const course = { ...line, ...longCourse, ...evenings };
  const moved = { before: { ...line }, now: { ...line, ...evenings } };
  return [
    ...[1, 2, 3, 11].map((qty) =>
      variant("order-confirmed", `${qty} seats without a name`, { lines: [createLine(qty, 0)] }),
    ),
    variant("order-confirmed", "eleven people", { lines: [createLine(11, 11)] }),
    variant("order-confirmed", "several courses", { lines: severalLines }),
    ...[
      { percent: 10, code: "TEAM10" },
      { percent: null, code: "AUTUMN200" },
      { percent: 15, code: null },
    ].map((discount) =>
      variant("order-confirmed", `a discount of ${discount.code ?? "a group"}`, {
        lines: [{ ...createLine(6, 2), amount: "12960.00", discount: { amount: "1440.00", ...discount } }],
      }),
    ),
    variant("order-confirmed", "a Latin name", {
      ...latin,
      lines: [{ ...line, attendees: [{ name: latin.name, you: true }], name_ar: null, venue_ar: null }],
    }),
    variant("order-confirmed", "no card known", { card: null }),
    variant("order-confirmed", "online", { lines: [{ ...line, ...longCourse, ...joinable }] }),
    variant("order-confirmed", "online, no link yet", { lines: [{ ...line, ...linkless }] }),
    variant("order-confirmed", "online, several links, and times not confirmed", {
      lines: [
        { ...line, ...severalLinks },
        { ...line, sessions: [] },
      ],
    }),
    variant("scfhs-wanted", "without an account", { accountUrl: null }),
    variant("seat-moved", "three seats to a cheaper date", {
      seats: 3,
      paid: undefined,
      back: "345.00",
      ticketUrl: undefined,
    }),
    variant("seat-moved", "to an attendee, not the buyer", { isBuyer: false, paid: undefined, paymentOrderId: null }),
    variant("change-cancelled", "by hand, several seats", { byHand: true, seats: 3 }),
    variant("change-asked", "a move, without a message", {
      kind: "move",
      message: null,
      to: { start_date: "2027-02-14", end_date: "2027-02-16" },
    }),
    variant("change-asked", "another person", { kind: "person" }),
    variant("change-decided", "refused", { agreed: false, amount: "0.00" }),
    variant("payment-failed", "several courses", { lines: severalLines }),
    variant("payment-failed", "no longer held", { heldUntil: null, card: null, ...latin }),
    ...refundReasons.map((reason) =>
      variant("payment-refunded", reason, {
        reason,
        wasPaid: !/^(?:sold|already|mism|run|price|paid|unk)/.test(reason),
      }),
    ),
    variant("payment-refunded", "a part, the seats kept", {
      refunded: "1380.00",
      refundedInAll: "1380.00",
      lines: [{ ...line, kept: true }],
    }),
    variant("payment-refunded", "a part, one course of two, with a reason written by staff", {
      reason: "Agreed by telephone.",
      refunded: "1380.00",
      refundedInAll: "2000.00",
      lines: [
        { ...line, kept: true },
        { ...course, kept: false },
      ],
    }),
    variant("payment-refunded", "an underpaid order", {
      reason: "mismatch",
      refunded: "1.00",
      refundedInAll: "1.00",
      wasPaid: false,
    }),
    variant("payment-refunded", "a payment that was not made on our site", {
      reason: "unknown-order",
      refunded: "12.00",
      refundedInAll: null,
      wasPaid: false,
      lines: [],
    }),
    variant("order-confirmed", "a date that needs a number of people", {
      lines: [{ ...line, minimum: { seats: 12, decide_by: "2026-11-23T13:00:00Z", takes_place: false } }],
    }),
    variant("order-confirmed", "paid by transfer", { method: "transfer", card: null }),
    variant("payment-refunded", "a transfer paid back by hand", { method: "transfer", card: null }),
    variant("payment-refunded", "a second payment of a paid order", {
      reason: "already-paid",
      refundedInAll: null,
      wasPaid: false,
      lines: [],
    }),
    variant("payment-refunded", "a transfer whose date passed", {
      reason: "transfer-overdue",
      method: "transfer",
      card: null,
      refunded: "1000.00",
      refundedInAll: "1000.00",
      wasPaid: false,
    }),
    variant("payment-unclaimed", "refused", { refused: true, orderId: 1042, madeAt: null }),
    variant("payment-refunded", "of an older version", {
      refunded: null,
      refundedInAll: undefined,
      at: undefined,
      card: undefined,
      ...latin,
    }),
    variant("course-moved", "another venue", { now: { ...line, ...jeddah } }),
    variant("course-moved", "dates and venue", { ...moved, course: longCourse, ...latin }),
    variant("course-moved", "online", { now: { ...line, ...joinable } }),
    variant("course-times", "for the first time, one seat", {
      before: { ...line, ...evenings, sessions: [] },
      now: { ...line, ...joinable },
      course: longCourse,
      paid: false,
    }),
    variant("course-link", "withdrawn", { now: { ...line, ...linkless }, ...latin }),
    variant("course-moved", "one seat", { paid: false, seats: 1 }),
    variant("course-cancelled", "one seat, a long name", { paid: false, seats: 1, course: longCourse, ...latin }),
    variant("attendee-place", "a long course and a Latin name", { ...latin, course, scfhsNumber: "" }),
    variant("attendee-place", "online", { course: { ...course, ...joinable } }),
    variant("attendee-place", "an Arabic buyer", { buyer: "سارة ناصر" }),
    variant("attendee-place", "of an older version", { ticketUrl: undefined }),
    ...(["reminder-week", "reminder-day"] as const).flatMap((name) => [
      variant(name, "online", { course: { ...course, ...joinable } }),
      variant(name, "online, no link yet", { course: { ...course, ...linkless }, scfhsNumber: "" }),
      variant(name, "times not confirmed, nothing to bring, no account", {
        ...latin,
        course: { ...line, sessions: [], doors_open: null, bring_eng: null, bring_ar: null },
        detailsUrl: null,
      }),
      variant(name, "booked by someone else", { buyer: latin.buyer }),
      variant(name, "free of charge, a long course", { buyer: "", course: { ...line, ...longCourse } }),
    ]),
    variant("feedback-request", "no certificate waits for it", {
      isForCertificate: false,
      course: { ...course, ...joinable },
    }),
    variant("feedback-request", "a second time, a long course", {
      isSecond: true,
      course: { ...line, ...longCourse },
      ...latin,
    }),
    variant("attendee-returned", "no buyer left", { buyer: "", course }),
    variant("email-change-notice", "done", { isDone: true }),
    variant("contact-received", "no message", { message: "" }),
    variant("contact-received", "long names", {
      name: "Maximiliane Alexandra von Hohenstaufen",
      workplace: "King Example Specialist Hospital and Research Centre",
      message: "مرحبًا.\n\nHello there.",
    }),
    variant("welcome", "a Latin name with a dot", latin),
    variant("password-changed", "no browser known", { device: "" }),
  ];
}

/** Returns each mail with its sample, then the variants. */
export const mailCases = (locale: Locale): MailCase[] => [
  ...Object.keys(mails).map((name) => ({ name: name as keyof typeof mails, change: {} })),
  ...(["refund-approval", "refund-decided"] as const).map((name) => ({
    name,
    about: "two orders of one decision",
    change: {
      parts: [
        { orderId: 1182, amount: "5175.00" },
        { orderId: 1190, amount: "345.00" },
      ],
    },
  })),
  ...listVariants(locale),
];

/**
 * Renders a mail and returns it with its content, props and footer. `preview` is the text that an inbox shows after the
 * subject. `isPreviewHidden` says whether the opened mail leaves it out.
 */
export async function renderCase({ name, change }: MailCase, locale: Locale) {
  registerMails(mails, async (_ctx, senderLocale) => senders[senderLocale]);
  const template = templateNamed(name);
  const props = { ...template.sample[locale], ...change } as object &
    Partial<Record<"lines" | "now" | "before" | "course", object>>;
  const attached = files[name] ?? [];
  const mail = await renderMail(ctx, name, props, locale, attached);
  const content = inLocale(locale, () =>
    template.content({ props, locale, link: template.link?.(ctx, props, locale) ?? "", files: attached }),
  );
  const [, style = "", paddedPreview = ""] = /<div data-preview="true" style="([^"]*)">([^<]*)</.exec(mail.html) ?? [];
  const preview = paddedPreview.replace(/(?:\u034f\u200c\u00a0)+$/, "");
  return {
    ...mail,
    content,
    props: props as { lines?: object[] } & typeof props,
    preview,
    isPreviewHidden: style.includes("display:none"),
    footer: footerLines(content, senders[locale], locale).map(bare),
  };
}

function getBlockTexts(block: Block): string[] {
  switch (block.kind) {
    case "text":
    case "heading":
      return [block.text];
    case "button":
      return [block.label];
    case "address":
      return [];
    case "panel":
      return [block.title, block.text];
    case "facts":
      return block.facts.flatMap(({ label, value }) => [label, ...[value].flat()]);
    case "courses":
      return block.courses.flatMap(({ name, dates, lines, people, price }) => [
        name,
        dates,
        ...lines,
        ...(people ? [people.label, ...people.names] : []),
        ...(price ? [price.label, price.amount] : []),
      ]);
    case "list":
      return block.items;
    case "quote":
      return block.paragraphs;
    case "table":
      return [block.head, ...block.rows].flatMap((row) => row.map(({ text }) => text));
    case "attached":
      return [block.title, ...block.files.map(({ label }) => label)];
  }
}

/** Lists all texts of a mail between letterhead and footer, in order. */
export const listTexts = ({ eyebrow, heading, blocks }: MailContent): string[] =>
  [...(eyebrow ? [eyebrow] : []), heading, ...blocks.flatMap(getBlockTexts)].map(bare);
