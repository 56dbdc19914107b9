import { describe, expect, it } from "vitest";
import { formatRunDays, type MailedRun } from "#features/catalogue/schedule/mail-course.ts";
import { weekdayRange } from "#i18n/dates.ts";
import { locales, type Locale } from "#i18n/locale.ts";
import { joinable, mailCases, orderProps, words, worded, type MailCase } from "#test/mail-cases.ts";
import { mails } from "./mails.ts";

/** Without what only programs read. */
const visible = (text: string) => text.replace(/[\u200f\u2066-\u2069]/g, "");
const oneSpace = (text: string) => visible(text).replace(/\s+/g, " ");
/** Where HTML ends a word, a space. */
const toBodyText = (html: string) =>
  oneSpace(
    html
      .slice(html.indexOf('role="article"'))
      .replace(/<!--.*?-->/g, " ")
      .replace(/<\/?(?:p|td|th|tr|h1|h2|div|table|br)\b[^>]*>/g, " ")
      .replace(/<[^>]*>/g, "")
      .replaceAll("&#x27;", "'")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">"),
  );
/** But for the site itself, to which the letterhead leads. */
const addressesIn = (text: string) =>
  new Set((text.match(/https:\/\/nama\.example\/[^\s"<]+/g) ?? []).filter((to) => to !== "https://nama.example/ar"));
const columns = (line: string) => [...line.replace(/\p{M}/gu, "")].length;
const title = ({ name, about }: MailCase) => `${name}${about ? `: ${about}` : ""}`;

describe.each(locales)("F-23 every mail says the same as HTML and as plain text (%s)", (locale) => {
  it.each(mailCases(locale).map((one) => [title(one), one] as const))("%s", async (_title, one) => {
    const { subject, preview, html, text, content, footer } = await worded(one, locale);
    // Every word of the blocks stands in both parts, in order, and ends where it ends: no two run together.
    for (const part of [oneSpace(text.replace(/^\u200f?> ?/gm, "")), toBodyText(html)]) {
      let from = 0;
      for (const phrase of [...words(content), ...footer].map((word) => oneSpace(word).trim())) {
        const at = part.indexOf(phrase, from);
        expect(at, `“${phrase}” after “${part.slice(Math.max(0, from - 60), from)}”`).toBeGreaterThanOrEqual(0);
        for (const beside of [part[at - 1] ?? "", part[at + phrase.length] ?? ""])
          expect(beside, phrase).toMatch(/^[^\p{L}\p{N}]?$/u);
        from = at + phrase.length;
      }
    }
    const body = html.slice(html.indexOf("<body"));
    for (const part of [subject, preview, body, text])
      expect(/undefined|null|NaN|\[object|[{}]|[\ue000-\uf8ff]/.exec(part)?.[0]).toBeUndefined();
    // No row or line without words; a label is followed by its list or its address.
    expect(/<(?:td|th|p|h1|h2|a)\b[^>]*>[ \n]*<\/(?:td|th|p|h1|h2|a)>/.exec(body)).toBeNull();
    expect(text).not.toMatch(/\n{3}|:\n(?!\s*(?:\u200f?\s*- |https:))|\(\)|^\u200f?\s*- *$/m);
    expect(addressesIn(text)).toEqual(addressesIn(body.replaceAll("&amp;", "&")));
    expect(html.length).toBeLessThanOrEqual(40_000);
    for (const line of text.split("\n"))
      if (!line.includes("https:")) expect(columns(line), line).toBeLessThanOrEqual(75);
    expect(text).toMatch(/\n\n-- \n/);
    expect(text, "the line for the list is no part of the text").not.toContain("\u034f");
  });

  it("F-23 an address stands on a line of its own, with nothing before or after it", async () => {
    for (const one of mailCases(locale)) {
      const { text } = await worded(one, locale);
      for (const line of text.split("\n").filter((line) => line.includes("https:")))
        expect(line).toMatch(/^ *https:\S+$/);
    }
  });

  it("no line of an Arabic mail is turned, and no mark is put where nothing turns", async () => {
    for (const one of mailCases(locale)) {
      const { text } = await worded(one, locale);
      if (locale === "en") {
        for (const [, inside = ""] of text.matchAll(/[\u2066\u2068]([^\u2069]*)\u2069/g))
          expect(inside).toMatch(/\p{Script=Arabic}/u);
        expect(text).not.toContain("\u200f");
        continue;
      }
      for (const line of text
        .split("\n")
        .filter((line) => line.trim() !== "" && line !== "-- " && line !== ">" && !/^ *https:/.test(line))) {
        const outside = line.replace(/[\u2066\u2068][^\u2069]*\u2069/g, "");
        expect(/[\p{L}\u200f]/u.exec(outside)?.[0] ?? "\u200f", JSON.stringify(line)).toMatch(
          /[\u200f\p{Script=Arabic}]/u,
        );
        expect((line.match(/[\u2066\u2068]/g) ?? []).length, "an isolate ends in its line").toBe(
          (line.match(/\u2069/g) ?? []).length,
        );
      }
    }
  });
});

it.each(locales)("CT-23 the letterhead of a mail is as tall without its pattern (%s)", async (locale) => {
  for (const name of ["welcome", "payment-unclaimed"] as const) {
    const { html } = await worded({ name, change: {} }, locale);
    const [, own = ""] = /<td[^>]*class="head"[^>]*height="(\d+)"/.exec(html) ?? [];
    const [, pattern = ""] = /<img[^>]*class="lat"[^>]*height="(\d+)"/.exec(html) ?? [];
    expect([own, pattern]).toEqual(["72", "72"]);
  }
});

it.each(locales)(
  "F-10 a refund of an underpaid order names the sum that went back, and never the full amount (%s)",
  async (locale) => {
    const change = { reason: "mismatch", refunded: "1.00", refundedInAll: "1.00", wasPaid: false };
    const { subject, text } = await worded({ name: "payment-refunded", change }, locale);
    for (const part of [subject, text]) {
      expect(part).toMatch(/(?<![\d,.])1\.00/);
      expect(part).not.toContain("2,760.00");
    }
  },
);

/** About what was asked for, in short. */
const aboutRequests = new Set<string>(["change-asked", "change-question", "change-decided", "new-dates-confirm"]);
/** The runs that a mail is about, as its props name them. */
const runsIn = (name: string, { lines, now, before, course }: Record<string, unknown>): MailedRun[] =>
  [...(Array.isArray(lines) ? (lines as unknown[]) : [name === "course-cancelled" ? before : (now ?? course)])].filter(
    (run): run is MailedRun => typeof run === "object" && run !== null && "end_date" in run,
  );

describe.each(locales)(
  "F-20 every mail with a course names its first and last day and how many there are (%s)",
  (locale) => {
    const cases = mailCases(locale)
      .map((one) => ({ one, runs: runsIn(one.name, { ...mails[one.name].sample[locale], ...one.change }) }))
      .filter(({ one, runs }) => runs.length > 0 && !aboutRequests.has(one.name));
    it.each(cases.map((about) => [title(about.one), about] as const))("%s", async (_title, { one, runs }) => {
      const { text, html } = await worded(one, locale);
      for (const run of runs) {
        for (const part of [oneSpace(text), toBodyText(html)]) {
          expect(part).toContain(weekdayRange(run.start_date, run.end_date, locale));
          expect(part).toContain(formatRunDays(run, locale));
        }
      }
    });

    it("F-20 a mail of an older version, still waiting when the site is updated, counts the days by itself", async () => {
      const [line] = orderProps(locale).lines;
      const {
        days: _days,
        hours: _hours,
        accreditation_number: _number,
        ...older
      } = { ...line, attendees: ["Sara Nasser"] };
      const { text } = await worded(
        { name: "order-confirmed", change: { lines: [older], card: undefined, at: undefined } },
        locale,
      );
      expect(text).toContain(locale === "ar" ? "3 أيام" : "3 days");
      expect(text).not.toMatch(/undefined|NaN/);
    });
  },
);

describe.each(locales)("G-02 when a course is taught, and where it is joined (%s)", (locale) => {
  const renderTexts = async (one: MailCase) => {
    const { text, html } = await worded(one, locale);
    return [oneSpace(text), toBodyText(html)];
  };
  const [line] = orderProps(locale).lines;

  it("a mail to someone who is not enrolled, or no longer, has no link, whatever it is given", async () => {
    const { joins: _joins, ...run } = joinable;
    const kinds = ["payment-failed", "payment-refunded"] as const;
    const cases = kinds.map((name) => ({ name, change: { lines: [{ ...line, ...run }] } }));
    const gone = ["course-cancelled", "attendee-returned"] as const;
    const others = gone.map((name) => ({
      name,
      change: { before: { ...line, ...joinable }, course: { ...line, ...joinable } },
    }));
    for (const one of [...cases, ...others])
      for (const part of await renderTexts(one))
        expect(part, one.name).not.toMatch(/meet\.example|رابط الدخول|[Jj]oining link/);
  });

  it("the enrolled get both, in the language of the mail", async () => {
    const cases: MailCase[] = [
      { name: "order-confirmed", change: { lines: [{ ...line, ...joinable }] } },
      { name: "attendee-place", change: { course: { ...line, ...joinable } } },
      { name: "course-moved", change: { now: { ...line, ...joinable } } },
      { name: "course-times", change: { now: { ...line, ...joinable } } },
      { name: "course-link", change: { now: { ...line, ...joinable } } },
    ];
    for (const one of cases) {
      const { text, html } = await worded(one, locale);
      expect(text, one.name).toMatch(/^ *https:\/\/meet\.example\.com\/quality$/m);
      expect(html, one.name).toContain('href="https://meet.example.com/quality"');
      expect(oneSpace(text), one.name).toContain(
        locale === "ar"
          ? "من 5:00 مساءً إلى 8:00 مساءً (بتوقيت الرياض): الأربعاء 30 ديسمبر، الأربعاء 6 يناير، الأربعاء 13 يناير"
          : "5:00 pm – 8:00 pm (Riyadh time): Wed 30 December, Wed 6 January, Wed 13 January",
      );
    }
  });

  it("no time is said while none is confirmed", async () => {
    const [text] = await renderTexts({ name: "order-confirmed", change: { lines: [{ ...line, sessions: [] }] } });
    expect(text).not.toMatch(/Riyadh time|بتوقيت الرياض/);
    expect((await renderTexts({ name: "order-confirmed", change: {} }))[0]).toMatch(/Riyadh time|بتوقيت الرياض/);
  });
});

describe.each(locales)("a mail in a list of mails (%s)", (locale) => {
  it.each(mailCases(locale).map((one) => [title(one), one] as const))(
    "%s says more than its subject, in one short line that only the list shows",
    async (_title, one) => {
      const { subject, preview, isHidden, html, text } = await worded(one, locale);
      expect(isHidden).toBe(true);
      expect(preview.length).toBeGreaterThan(20);
      expect(subject.length, subject).toBeLessThanOrEqual(60);
      if (one.name !== "contact-received") expect(visible(preview).length, preview).toBeLessThanOrEqual(95);
      expect(preview).not.toMatch(/[\n]|&amp;|https?:/);
      if (one.name !== "contact-received") expect(/[\u0600-\u06ff]/.test(preview)).toBe(locale === "ar");
      expect(subject).toMatch(locale === "ar" ? /^[\p{Script=Arabic}]/u : /^[\p{Script=Latin}]/u);
      const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, "");
      expect(plain(subject)).not.toContain(plain(preview));
      expect(plain(preview)).not.toContain(plain(subject));
      // What the mail opens stays in its body.
      for (const [, opens = ""] of html.matchAll(/([\w-]{43})"/g)) expect(preview).not.toContain(opens);
      if (one.name !== "contact-received") expect(oneSpace(text)).not.toContain(preview);
    },
  );

  it("each kind says something of its own", async () => {
    const kinds = Object.keys(mails).map((name) => ({ name: name as keyof typeof mails, change: {} }));
    const all = await Promise.all(kinds.map(async (one) => (await worded(one, locale)).preview));
    expect(new Set(all).size).toBe(all.length);
  });

  it("a text of someone's own is no markup, stays on one line and is cut between words, never inside a letter", async () => {
    const message = `<img src=x onerror="alert(1)">\r\nsecond\u2028line 😀 ${"word ".repeat(900)}`;
    const { preview, html } = await worded({ name: "contact-received", change: { message } }, locale);
    expect(preview).toMatch(/^[“«]&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; second line 😀 (word )+word…$/);
    expect(preview.length, "entities counted").toBeLessThan(130);
    expect(html).not.toContain("<img src=x");
    expect((await worded({ name: "contact-received", change: { message: "😀".repeat(300) } }, locale)).preview).toMatch(
      /^[“«](?:😀){49}…$/,
    );
  });
});

it("an order of several courses names the first to begin", async () => {
  const [line] = orderProps("en").lines;
  const lines = [
    { ...line, name_eng: "Later" },
    { ...line, name_eng: "Sooner", start_date: "2026-12-30", end_date: "2027-01-02" },
  ];
  const { preview, text } = await worded({ name: "order-confirmed", change: { lines } }, "en");
  expect(preview).toBe("Sooner starts Wed 30 December. Invoice and calendar attached.");
  expect(text).toContain("See you on 30 December.");
});

it("nothing that only the sender of a form wrote comes back to the address it names", async () => {
  for (const name of ["demo-confirmed", "contact-confirmed"] as const) {
    const { preview, text } = await worded(
      {
        name,
        change: {
          name: "Buy at spam.example",
          workplace: "spam.example",
          title: "spam.example",
          message: "spam.example",
        },
      },
      "en",
    );
    expect(preview + text).not.toContain("spam");
  }
});

it("what a person is called cannot turn, mark or break a mail", async () => {
  const evil = "\u202eSara\u2069 \ue002x\ue003x\ue003https://evil.example\ue004\r\nBcc: x@example.com <b>";
  for (const name of [
    "order-confirmed",
    "attendee-place",
    "contact-received",
    "demo-received",
    "course-moved",
  ] as const) {
    const { subject, html, text } = await worded({ name, change: { name: evil, buyer: evil } }, "en");
    expect(html).not.toMatch(/href="https:\/\/evil|<b>|\u202e/);
    expect(text).not.toContain("\u202e");
    expect(subject).not.toMatch(/[\r\n\u202e]/);
  }
});

describe.each(locales)("counted words (%s)", (locale: Locale) => {
  it.each([1, 2, 3, 11])("%i seats", async (qty) => {
    const [line] = orderProps(locale).lines;
    const { text, subject } = await worded(
      { name: "order-confirmed", change: { lines: [{ ...line, qty, amount: `${2400 * qty}.00`, attendees: [] }] } },
      locale,
    );
    const seats = {
      en: { 1: "booked your seat", 2: "your 2 seats", 3: "your 3 seats", 11: "your 11 seats" },
      ar: { 1: "وحجزنا لك مقعدًا", 2: "وحجزنا لك مقعدين", 3: "وحجزنا لك 3 مقاعد", 11: "وحجزنا لك 11 مقعدًا" },
    };
    const names = {
      en: { 1: "One attendee still", 2: "2 attendees still", 3: "3 attendees still", 11: "11 attendees still" },
      ar: { 1: "بقي اسم مشارك واحد", 2: "بقي اسما مشاركَين", 3: "بقيت أسماء 3 مشاركين", 11: "بقيت أسماء 11 مشاركًا" },
    };
    const count = qty as 1 | 2 | 3 | 11;
    expect(oneSpace(text)).toContain(seats[locale][count]);
    expect(oneSpace(text)).toContain(names[locale][count]);
    expect(subject).toMatch(
      locale === "en"
        ? qty === 1
          ? /^Your seat is/
          : /^Your seats are/
        : { 1: /مقعدك:/, 2: /مقعديك:/, 3: /مقاعدك:/, 11: /مقاعدك:/ }[count],
    );
  });

  it("a reason the mail does not know is explained by nothing wrong, and a person's own is quoted", async () => {
    const refund = async (reason: string) =>
      (await worded({ name: "payment-refunded", change: { reason } }, locale)).text;
    for (const reason of ["never-heard-of", "never-heard-of:12", "", "constructor"]) {
      const text = await refund(reason);
      expect(oneSpace(text)).toContain(
        locale === "ar" ? "إن كان في الأمر ما يحتاج إلى توضيح" : "If anything about this refund is unclear",
      );
      if (reason) expect(text).not.toContain(reason);
    }
    expect(await refund("course-cancelled:12")).toContain(
      locale === "ar" ? "أُلغيت الدورة." : "The course was cancelled.",
    );
    expect(visible(await refund("Agreed with Huda by telephone"))).toContain("Agreed with Huda by telephone");
  });
});
