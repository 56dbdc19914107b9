/** Courses and stories in an issue: which links stay links, and the cards in both languages (P-18). */
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { news } from "#features/content/tables.server.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { letter } from "#test/enquiries.ts";
import { makeStaff } from "#test/staff.ts";
import { storyRow } from "#test/story.ts";
import { mails } from "../../../mails.ts";
import { createIssue, readIssue } from "./issues.server.ts";

const origin = "https://nama.example";
describeOnDatabase("cards of a newsletter issue", (open) => {
  let visitor: TestCtx;
  let faris: TestCtx;
  let slug: string;
  beforeEach(async () => {
    visitor = testContext(await open(), { env: testEnv({ BASE_URL: origin }) });
    faris = visitor.asStaff("content", { id: (await makeStaff(visitor, "content")).id, name: "Faris M." });
    registerMails(mails, async () => ({ name: "Nama", address: "Riyadh", phone: "", email: "hello@example.com" }));
    const course = await makeCourse(visitor.db, { name_eng: "Sepsis <b>& shock</b>", name_ar: "الإنتان والصدمة" });
    ({ slug } = course);
    await makeRun(visitor.db, course.id, { startDate: "2030-06-03", endDate: "2030-06-04" });
    const run = { startDate: "2030-03-04", endDate: "2030-03-06", priceHalalas: 123_400, capacity: 5 };
    await makeRun(visitor.db, course.id, run);
    await visitor.db.insert(news).values({ ...storyRow, title_eng: "Near <i>misses</i>", excerpt_eng: "One & two." });
  });
  const issueWith = (eng: string, ar = eng) => createIssue(faris, { ...letter, body_eng: eng, body_ar: ar });
  const renderIssue = async (id: number, locale: "en" | "ar" = "en") =>
    renderMail(visitor, "newsletter-issue", { issueId: id, subscriptionId: null }, locale);
  const link = (href: string) => `<p><a href="${href}">Look</a></p>`;

  describe("refusals", () => {
    it("P-18 a link in a sentence, in a list or to another site stays a link", async () => {
      const { id } = await issueWith(
        `<p>See <a href="/courses/${slug}">this</a>.</p><ul><li><a href="/courses/${slug}">that</a></li></ul>${link(`https://other.example/courses/${slug}`)}${link("/courses")}`,
      );
      const { html } = await renderIssue(id);
      expect(html).not.toContain("1,234.00");
      expect(html).toContain(`href="https://other.example/courses/${slug}"`);
    });

    it("P-18 a course or story that is not on the site stays a link, and the checks name it", async () => {
      const { id } = await issueWith(link("/courses/no-such-course") + link("/news/no-such-story"));
      expect((await renderIssue(id)).html).toContain(`href="${origin}/courses/no-such-course"`);
      const { checks } = await readIssue(faris, { id });
      expect(checks.brokenLinks).toEqual(
        ["", "/ar"].flatMap((language) => [`${language}/courses/no-such-course`, `${language}/news/no-such-story`]),
      );
    });

    it("P-18 a course that cannot be booked stays a link", async () => {
      const { id } = await issueWith(link(`/courses/${slug}`));
      visitor.clock.now = new Date("2031-01-01T00:00:00Z");
      expect((await renderIssue(id)).html).not.toContain("1,234.00");
    });
  });

  it("P-18 a course is shown with its next date and price, a story with its title and first words, in the mail's language", async () => {
    const { id, checks } = await issueWith(
      `<p>New dates.</p>${link(`/courses/${slug}`)}${link(`/ar/news/${storyRow.slug}`)}`,
    );
    expect(checks.brokenLinks).toEqual([]);
    const { html, text } = await renderIssue(id);
    for (const part of [html, text]) {
      expect(part.replaceAll("\u00a0", " ")).toContain("Mon 4 – Wed 6 March 2030");
      expect(part).not.toContain("June");
      expect(part).toContain("1,234.00");
      expect(part).toContain(`${origin}/courses/${slug}`);
      expect(part).toContain(`${origin}/news/${storyRow.slug}`);
    }
    expect(html).toContain("Sepsis &lt;b&gt;&amp; shock&lt;/b&gt;");
    expect(html).toContain("Near &lt;i&gt;misses&lt;/i&gt;");
    expect(html).not.toContain("<i>misses");
    expect([html.includes("One &amp; two."), text.includes("One & two.")]).toEqual([true, true]);
    expect(html.indexOf("New dates.")).toBeLessThan(html.indexOf("Sepsis"));
    const arabic = await renderIssue(id, "ar");
    expect(arabic.html).toContain("الإنتان والصدمة");
    expect(arabic.html.replaceAll("\u00a0", " ")).toContain("من الاثنين 4 إلى الأربعاء 6 مارس 2030");
    for (const words of [storyRow.title_ar, storyRow.excerpt_ar]) expect(arabic.html).toContain(words);
    expect(arabic.html).toContain(`href="${origin}/ar/courses/${slug}"`);
  });
});
