import { expect, it } from "vitest";
import { demoStaticPages } from "#db/demo/content/static-pages.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import { ValidationError } from "#platform/errors.ts";
import { richText } from "#platform/rich-text.server.ts";
import { testContext } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { staticPage } from "./pages.server.ts";
import { staticPages } from "./tables.server.ts";

const { legal, seller } = defaultSettings;
const legalPages = demoStaticPages.filter(({ updated_on }) => updated_on !== undefined);
const plain = (html: string | null) => (html ?? "").replaceAll(/<[^>]*>/g, "");

it("F-41 a placeholder for a fact survives sanitising, and nothing else passes for one", async () => {
  const place = '<p>a <data value="tax-records"></data></p>';
  expect(await richText(place, "en")).toBe(place);
  expect(await richText('<p><data value="x" onclick="y">words</data><data>z</data></p>', "en")).toBe("<p>wordsz</p>");
});

describeOnDatabase("legal pages", (open) => {
  const withPages = async () => {
    const ctx = testContext(await open());
    for (const page of legalPages) {
      const [description_eng, description_ar] = [
        await richText(page.description_eng, "en"),
        await richText(page.description_ar, "ar"),
      ];
      await ctx.db.insert(staticPages).values({ ...page, description_eng, description_ar });
    }
    return ctx;
  };

  it("F-41 legal pages have no open placeholder in either language without any settings", async () => {
    const ctx = await withPages();
    expect(legalPages.map(({ slug }) => slug)).toEqual(["privacy-policy", "terms-and-conditions"]);
    for (const { slug } of legalPages) {
      const page = await staticPage(ctx, slug);
      for (const html of [page.description_eng, page.description_ar]) {
        expect(html, slug).not.toMatch(/[[\]{}]|<data|undefined|To be filled in|تملؤه/);
        expect(plain(html), slug).toContain(seller.registrationNumber);
      }
    }
    const privacy = await staticPage(ctx, "privacy-policy");
    for (const fact of [
      seller.nameEng,
      "data protection officer",
      "privacy@example.com",
      "for 6 years",
      "for 5 years",
      "Example Hosting",
    ]) {
      expect(plain(privacy.description_eng)).toContain(fact);
    }
    for (const fact of [
      seller.nameAr,
      "مسؤول حماية البيانات",
      "privacy@example.com",
      "6 سنوات",
      "5 سنوات",
      "المثال للاستضافة",
    ]) {
      expect(plain(privacy.description_ar)).toContain(fact);
    }
    expect(plain((await staticPage(ctx, "terms-and-conditions")).description_eng)).toContain(seller.vatNumber);
  });

  it("F-41 company facts appear in the text once set, with markup escaped", async () => {
    const ctx = await withPages();
    await expect(changeSetting(ctx, "legal", { ...legal, dataProtectionEmail: "nobody" })).rejects.toThrow(
      ValidationError,
    );
    await changeSetting(ctx, "legal", {
      ...legal,
      dataProtectionContactEng: "<b>Mona & Co.</b>",
      taxRecordYears: 10,
      attendanceRecordYears: 1,
      trainingLicence: "T-4711",
    });
    await changeSetting(ctx, "seller", { ...seller, nameAr: "شركة أخرى" });
    const privacy = await staticPage(ctx, "privacy-policy");
    expect(privacy.description_eng).toContain("&lt;b&gt;Mona &amp; Co.&lt;/b&gt;");
    expect(plain(privacy.description_eng)).toContain("for 1 year after the course");
    expect(plain(privacy.description_ar)).toContain("10 سنوات");
    const terms = await staticPage(ctx, "terms-and-conditions");
    expect(plain(terms.description_eng)).toContain("Training licence: T-4711.");
    expect(plain(terms.description_ar)).toContain("شركة أخرى");
  });
});
