import { describe, expect, it } from "vitest";
import { inLocale } from "#i18n/locale.server.ts";
import { locales, type Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { Database } from "#platform/db/database.server.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import { registerMails, templateNamed } from "#platform/mail/templates.server.ts";
import { testContext, testEnv } from "#test/context.ts";
import { mails } from "./mails.ts";

// Mails are worded without a database.
const ctx = testContext({ db: null } as unknown as Database, { env: testEnv({ BASE_URL: "https://site.example" }) });

/** What else a mail may be about than its sample. */
const others: Partial<Record<keyof typeof mails, object[]>> = {
  "email-change-notice": [{ isDone: true }],
  "order-confirmed": [1, 2, 5, 11, 100].map((open) => ({ lines: [{ ...mails["order-confirmed"].sample.en.lines[0], qty: open + 1 }] })),
  "payment-refunded": [{ refunded: "1380.00" }, { reason: "mismatch" }, { reason: "mismatch", refunded: "1.00", refundedInAll: "1.00", wasPaid: false }],
  "course-cancelled": [{ paid: false }],
  "contact-received": [{ message: "" }],
};
const kinds = Object.keys(mails) as (keyof typeof mails)[];
const cases = kinds.flatMap((name) => [{}, ...(others[name] ?? [])].map((change) => ({ name, change })));

/** The mail, and the line a list of mails shows behind its subject: what stands first in its page. */
async function worded(name: string, locale: Locale, change: object = {}) {
  registerMails(mails, async () => ({ name: "Nama Health", address: "Riyadh", phone: "+966110000000", email: "info@example.com" }));
  const mail = await inLocale(locale, () => renderMail(ctx, name, { ...templateNamed(name).sample[locale], ...change }, locale));
  const [, style = "", preview = ""] = /^<body[^>]*>(?:<t[^>]*>)*<div style="([^"]*)"[^>]*>([^<]*)</.exec(mail.html.slice(mail.html.indexOf("<body"))) ?? [];
  return { ...mail, preview, isHidden: style.includes("display:none") };
}

describe.each(locales)("a mail in a list of mails (%s)", (locale) => {
  it.each(cases)("$name $change says more than its subject, in one short line that only the list shows", async ({ name, change }) => {
    const { subject, preview, isHidden, text, html } = await worded(name, locale, change);
    expect(isHidden).toBe(true);
    expect(preview.length).toBeGreaterThan(20);
    expect(preview.replace(/[\u2068\u2069]/g, "").length).toBeLessThanOrEqual(90);
    expect(preview).not.toMatch(/undefined|null|NaN|\[object|[{}\n]|&amp;|https?:/);
    expect(/[\u0600-\u06ff]/.test(preview)).toBe(locale === "ar");
    const plain = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, "");
    expect(plain(subject)).not.toContain(plain(preview));
    expect(plain(preview)).not.toContain(plain(subject));
    // What the mail opens stays in its body.
    for (const [, opens = ""] of html.matchAll(/([\w-]{43})"/g)) expect(preview).not.toContain(opens);
    // The sender's own message is body and preview; else the plain text does not say it once more.
    if (name !== "contact-received") expect(text.replace(/\s+/g, " ")).not.toContain(preview);
  });

  it("F-10 a refund of less than the order names the sum that went back, and never the full amount", async () => {
    const { text, preview } = await worded("payment-refunded", locale, { reason: "mismatch", refunded: "1.00", refundedInAll: "1.00", wasPaid: false });
    expect(preview).toMatch(/(?<![\d,])1\.00/);
    expect(text).toMatch(/(?<![\d,])1\.00/);
    // The total stands there as what was ordered, never as what went back.
    expect(text.match(/2,760\.00/g)).toHaveLength(1);
  });

  it("each kind says something of its own", async () => {
    const all = await Promise.all(cases.map(async ({ name, change }) => (await worded(name, locale, change)).preview));
    expect(new Set(all).size).toBe(all.length);
  });

  it("a text of somebody's own is no markup, stays on one line and is cut between words, never inside a letter", async () => {
    const { preview, html } = await worded("contact-received", locale, { message: `<img src=x onerror="alert(1)">\r\nsecond\u2028line 😀 ${"word ".repeat(900)}` });
    expect(preview).toMatch(/^&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; second line 😀 (word )+word…$/);
    expect(preview.length, "entities counted").toBeLessThan(130);
    expect(html).not.toContain("<img");
    expect((await worded("contact-received", locale, { message: "😀".repeat(300) })).preview).toBe(`${"😀".repeat(49)}…`);
  });
});

it("an order of several courses names the first to begin", async () => {
  const [line] = mails["order-confirmed"].sample.en.lines;
  const { preview } = await worded("order-confirmed", "en", { lines: [{ ...line, name_eng: "Later" }, { ...line, name_eng: "Sooner", start_date: "2026-12-30", end_date: "2027-01-02" }] });
  expect(preview).toBe("SAR 2,760.00 paid. Starts 30 December 2026: \u2068Sooner\u2069.");
});

it("nothing that only the sender of a form wrote comes back to the address it names", async () => {
  for (const name of ["demo-confirmed", "contact-confirmed"]) {
    const { preview } = await worded(name, "en", { name: "Buy at spam.example", workplace: "spam.example", title: "spam.example", message: "spam.example" });
    expect(preview).not.toContain("spam");
  }
});
