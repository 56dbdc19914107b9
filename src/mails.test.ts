import { describe, expect, it } from "vitest";
import { formatRunDays, type MailedRun } from "#features/catalogue/schedule/mail-course.ts";
import { weekdayRange } from "#i18n/dates.ts";
import { locales, type Locale } from "#i18n/locale.ts";
import { joinable, listTexts, mailCases, orderProps, renderCase, type MailCase } from "#test/mail-cases.ts";
import { mails } from "./mails.ts";

/** Removes invisible direction marks. */
const toVisible = (text: string) => text.replace(/[\u200f\u2066-\u2069]/g, "");
const oneSpace = (text: string) => toVisible(text).replace(/\s+/g, " ");
/** Converts HTML to text, with a space where an element ends a word. */
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
/** Finds all links to the site, except the link of the letterhead to the home page. */
const findLinks = (text: string) =>
  new Set(
    (text.match(/https:\/\/nama\.example\/[^\s"<]+/g) ?? []).filter((link) => link !== "https://nama.example/ar"),
  );
const countColumns = (line: string) => [...line.replace(/\p{M}/gu, "")].length;
const toTitle = ({ name, about }: MailCase) => `${name}${about ? `: ${about}` : ""}`;

describe.each(locales)("F-23 every mail says the same as HTML and as plain text (%s)", (locale) => {
  it.each(mailCases(locale).map((mailCase) => [toTitle(mailCase), mailCase] as const))(
    "%s",
    async (_title, mailCase) => {
      const { subject, preview, html, text, content, footer } = await renderCase(mailCase, locale);
      // Both parts contain every text of the mail's blocks, in order, and no two texts run together.
      for (const part of [oneSpace(text.replace(/^\u200f?> ?/gm, "")), toBodyText(html)]) {
        let searchedTo = 0;
        for (const phrase of [...listTexts(content), ...footer].map((text) => oneSpace(text).trim())) {
          const index = part.indexOf(phrase, searchedTo);
          expect(
            index,
            `“${phrase}” after “${part.slice(Math.max(0, searchedTo - 60), searchedTo)}”`,
          ).toBeGreaterThanOrEqual(0);
          for (const neighbour of [part[index - 1] ?? "", part[index + phrase.length] ?? ""])
            expect(neighbour, phrase).toMatch(/^[^\p{L}\p{N}]?$/u);
          searchedTo = index + phrase.length;
        }
      }
      const body = html.slice(html.indexOf("<body"));
      for (const part of [subject, preview, body, text])
        expect(/undefined|null|NaN|\[object|[{}]|[\ue000-\uf8ff]/.exec(part)?.[0]).toBeUndefined();
      // No row or line is empty, and a label is followed by its list or its link.
      expect(/<(?:td|th|p|h1|h2|a)\b[^>]*>[ \n]*<\/(?:td|th|p|h1|h2|a)>/.exec(body)).toBeNull();
      expect(text).not.toMatch(/\n{3}|:\n(?!\s*(?:\u200f?\s*- |https:))|\(\)|^\u200f?\s*- *$/m);
      expect(findLinks(text)).toEqual(findLinks(body.replaceAll("&amp;", "&")));
      expect(html.length).toBeLessThanOrEqual(40_000);
      for (const line of text.split("\n"))
        if (!line.includes("https:")) expect(countColumns(line), line).toBeLessThanOrEqual(75);
      expect(text).toMatch(/\n\n-- \n/);
      expect(text, "the inbox preview must not be in the plain text").not.toContain("\u034f");
    },
  );

  it("F-23 a link has a line of its own", async () => {
    for (const mailCase of mailCases(locale)) {
      const { text } = await renderCase(mailCase, locale);
      for (const line of text.split("\n").filter((line) => line.includes("https:")))
        expect(line).toMatch(/^ *https:\S+$/);
    }
  });

  it("every line of an Arabic mail runs from right to left, and direction marks are only where they are needed", async () => {
    for (const mailCase of mailCases(locale)) {
      const { text } = await renderCase(mailCase, locale);
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

it.each(locales)(
  "CT-23 the letterhead of a mail sets its own height of 72 px, which is that of its pattern picture (%s)",
  async (locale) => {
    for (const name of ["welcome", "payment-unclaimed"] as const) {
      const { html } = await renderCase({ name, change: {} }, locale);
      const [, height = ""] = /<td[^>]*class="head"[^>]*height="(\d+)"/.exec(html) ?? [];
      const [, patternHeight = ""] = /<img[^>]*class="lattice"[^>]*height="(\d+)"/.exec(html) ?? [];
      expect([height, patternHeight]).toEqual(["72", "72"]);
    }
  },
);

it.each(locales)(
  "F-10 a refund of an underpaid order names the refunded sum, and never the full amount (%s)",
  async (locale) => {
    const change = { reason: "mismatch", refunded: "1.00", refundedInAll: "1.00", wasPaid: false };
    const { subject, text } = await renderCase({ name: "payment-refunded", change }, locale);
    for (const part of [subject, text]) {
      expect(part).toMatch(/(?<![\d,.])1\.00/);
      expect(part).not.toContain("2,760.00");
    }
  },
);

/** Mails that only summarise a request, so they do not give the days of the course. */
const requestMails = new Set<string>(["change-asked", "change-question", "change-decided", "new-dates-confirm"]);
/** Reads from a mail's props the runs that the mail is about. */
const readRuns = (
  name: string,
  { lines, now: runAfter, before: runBefore, course }: Record<string, unknown>,
): MailedRun[] => {
  const candidates = Array.isArray(lines)
    ? (lines as unknown[])
    : [name === "course-cancelled" ? runBefore : (runAfter ?? course)];
  return candidates.filter((run): run is MailedRun => typeof run === "object" && run !== null && "end_date" in run);
};

describe.each(locales)(
  "F-20 every mail with a course names its first and last day and how many there are (%s)",
  (locale) => {
    const cases = mailCases(locale)
      .map((mailCase) => ({
        mailCase,
        runs: readRuns(mailCase.name, { ...mails[mailCase.name].sample[locale], ...mailCase.change }),
      }))
      .filter(({ mailCase, runs }) => runs.length > 0 && !requestMails.has(mailCase.name));
    it.each(cases.map((testCase) => [toTitle(testCase.mailCase), testCase] as const))(
      "%s",
      async (_title, { mailCase, runs }) => {
        const { text, html } = await renderCase(mailCase, locale);
        for (const run of runs) {
          for (const part of [oneSpace(text), toBodyText(html)]) {
            expect(part).toContain(weekdayRange(run.start_date, run.end_date, locale));
            expect(part).toContain(formatRunDays(run, locale));
          }
        }
      },
    );

    it("F-20 a queued mail of an older version, without the number of days, computes it from the dates", async () => {
      const [line] = orderProps(locale).lines;
      const {
        days: _days,
        hours: _hours,
        accreditation_number: _number,
        ...older
      } = { ...line, attendees: ["Sara Nasser"] };
      const { text } = await renderCase(
        { name: "order-confirmed", change: { lines: [older], card: undefined, at: undefined } },
        locale,
      );
      expect(text).toContain(locale === "ar" ? "3 أيام" : "3 days");
      expect(text).not.toMatch(/undefined|NaN/);
    });
  },
);

describe.each(locales)("G-02 when a course is taught, and where it is joined (%s)", (locale) => {
  const renderTexts = async (mailCase: MailCase) => {
    const { text, html } = await renderCase(mailCase, locale);
    return [oneSpace(text), toBodyText(html)];
  };
  const [line] = orderProps(locale).lines;

  it("a mail to someone who is not enrolled, or no longer, has no joining link even if its props have one", async () => {
    // The prop `joins` says that the reader is enrolled. Without it, the sessions still have their links.
    const { joins: _joins, ...runWithLinks } = joinable;
    const kinds = ["payment-failed", "payment-refunded"] as const;
    const cases = kinds.map((name) => ({ name, change: { lines: [{ ...line, ...runWithLinks }] } }));
    // `attendee-returned` tells an attendee that their seat was cancelled.
    const cancelledKinds = ["course-cancelled", "attendee-returned"] as const;
    const others = cancelledKinds.map((name) => ({
      name,
      change: { before: { ...line, ...joinable }, course: { ...line, ...joinable } },
    }));
    for (const mailCase of [...cases, ...others])
      for (const part of await renderTexts(mailCase))
        expect(part, mailCase.name).not.toMatch(/meet\.example|رابط الدخول|[Jj]oining link/);
  });

  it("mails to the enrolled have times and link, in the language of the mail", async () => {
    const cases: MailCase[] = [
      { name: "order-confirmed", change: { lines: [{ ...line, ...joinable }] } },
      // `attendee-place` tells an attendee that a seat is theirs.
      { name: "attendee-place", change: { course: { ...line, ...joinable } } },
      { name: "course-moved", change: { now: { ...line, ...joinable } } },
      { name: "course-times", change: { now: { ...line, ...joinable } } },
      { name: "course-link", change: { now: { ...line, ...joinable } } },
    ];
    for (const mailCase of cases) {
      const { text, html } = await renderCase(mailCase, locale);
      expect(text, mailCase.name).toMatch(/^ *https:\/\/meet\.example\.com\/quality$/m);
      expect(html, mailCase.name).toContain('href="https://meet.example.com/quality"');
      expect(oneSpace(text), mailCase.name).toContain(
        locale === "ar"
          ? "من 5:00 مساءً إلى 8:00 مساءً (بتوقيت الرياض): الأربعاء 30 ديسمبر، الأربعاء 6 يناير، الأربعاء 13 يناير"
          : "5:00 pm – 8:00 pm (Riyadh time): Wed 30 December, Wed 6 January, Wed 13 January",
      );
    }
  });

  it("a mail gives no time while none is confirmed", async () => {
    const [text] = await renderTexts({ name: "order-confirmed", change: { lines: [{ ...line, sessions: [] }] } });
    expect(text).not.toMatch(/Riyadh time|بتوقيت الرياض/);
    expect((await renderTexts({ name: "order-confirmed", change: {} }))[0]).toMatch(/Riyadh time|بتوقيت الرياض/);
  });
});

describe.each(locales)("the preview of a mail in an inbox (%s)", (locale) => {
  it.each(mailCases(locale).map((mailCase) => [toTitle(mailCase), mailCase] as const))(
    "%s: adds to the subject, is one short line, and is invisible in the opened mail",
    async (_title, mailCase) => {
      const { subject, preview, isPreviewHidden, html, text } = await renderCase(mailCase, locale);
      expect(isPreviewHidden).toBe(true);
      expect(preview.length).toBeGreaterThan(20);
      expect(subject.length, subject).toBeLessThanOrEqual(60);
      if (mailCase.name !== "contact-received") expect(toVisible(preview).length, preview).toBeLessThanOrEqual(95);
      expect(preview).not.toMatch(/[\n]|&amp;|https?:/);
      if (mailCase.name !== "contact-received") expect(/[\u0600-\u06ff]/.test(preview)).toBe(locale === "ar");
      expect(subject).toMatch(locale === "ar" ? /^[\p{Script=Arabic}]/u : /^[\p{Script=Latin}]/u);
      const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, "");
      expect(plain(subject)).not.toContain(plain(preview));
      expect(plain(preview)).not.toContain(plain(subject));
      // A secret link of the mail must not be in the preview.
      for (const [, token = ""] of html.matchAll(/([\w-]{43})"/g)) expect(preview).not.toContain(token);
      if (mailCase.name !== "contact-received") expect(oneSpace(text)).not.toContain(preview);
    },
  );

  it("each kind has a different preview", async () => {
    const kinds = Object.keys(mails).map((name) => ({ name: name as keyof typeof mails, change: {} }));
    const previews = await Promise.all(kinds.map(async (mailCase) => (await renderCase(mailCase, locale)).preview));
    expect(new Set(previews).size).toBe(previews.length);
  });

  it("the preview escapes a visitor's text, keeps it on one line and cuts it between words, never inside a character", async () => {
    const message = `<img src=x onerror="alert(1)">\r\nsecond\u2028line 😀 ${"word ".repeat(900)}`;
    const { preview, html } = await renderCase({ name: "contact-received", change: { message } }, locale);
    expect(preview).toMatch(/^[“«]&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; second line 😀 (word )+word…$/);
    expect(preview.length, "entities counted").toBeLessThan(130);
    expect(html).not.toContain("<img src=x");
    expect(
      (await renderCase({ name: "contact-received", change: { message: "😀".repeat(300) } }, locale)).preview,
    ).toMatch(/^[“«](?:😀){49}…$/);
  });
});

it("the mail of an order of several courses names the one that begins first", async () => {
  const [line] = orderProps("en").lines;
  const lines = [
    { ...line, name_eng: "Later" },
    { ...line, name_eng: "Sooner", start_date: "2026-12-30", end_date: "2027-01-02" },
  ];
  const { preview, text } = await renderCase({ name: "order-confirmed", change: { lines } }, "en");
  expect(preview).toBe("Sooner starts Wed 30 December. Invoice and calendar attached.");
  expect(text).toContain("See you on 30 December.");
});

it("a confirmation repeats no text that the sender of the form wrote", async () => {
  for (const name of ["demo-confirmed", "contact-confirmed"] as const) {
    const { preview, text } = await renderCase(
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

it("a person's name cannot change the direction, the markup or the headers of a mail", async () => {
  const evil = "\u202eSara\u2069 \ue002x\ue003x\ue003https://evil.example\ue004\r\nBcc: x@example.com <b>";
  for (const name of [
    "order-confirmed",
    "attendee-place",
    "contact-received",
    "demo-received",
    "course-moved",
  ] as const) {
    const { subject, html, text } = await renderCase({ name, change: { name: evil, buyer: evil } }, "en");
    expect(html).not.toMatch(/href="https:\/\/evil|<b>|\u202e/);
    expect(text).not.toContain("\u202e");
    expect(subject).not.toMatch(/[\r\n\u202e]/);
  }
});

describe.each(locales)("nouns after a number take the right plural form (%s)", (locale: Locale) => {
  it.each([1, 2, 3, 11])("%i seats", async (qty) => {
    const [line] = orderProps(locale).lines;
    const { text, subject } = await renderCase(
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
});

describe.each(locales)("the reason in the mail of a refund (%s)", (locale) => {
  it("is not explained if its code is unknown, and is quoted if staff wrote it", async () => {
    const refund = async (reason: string) =>
      (await renderCase({ name: "payment-refunded", change: { reason } }, locale)).text;
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
    expect(toVisible(await refund("Agreed with Huda by telephone"))).toContain("Agreed with Huda by telephone");
  });
});
