/** K-02 and X-06: the page that checks certificates, and a holder's downloads. */
import { eq } from "drizzle-orm";
import { makeCertificate } from "#db/factories/certificate.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { certificates } from "#features/learning/certificates/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { m } from "#messages";
import { testContext } from "#test/context.ts";
import { newPerson, type Person } from "#test/http/client.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, test, type PostgresSite } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

/** Creates certificates of a person: one for each state, and an erased one. Returns their numbers. */
async function createCertificates({ database }: PostgresSite, person: Person) {
  const { db } = database;
  const ctx = testContext(database);
  const createCertificate = async (values: Partial<typeof certificates.$inferInsert> = {}) => {
    const run = { startDate: "2026-01-12", endDate: "2026-01-14", capacity: 2 };
    const { id: runId } = await makeRun(db, (await makeCourse(db)).id, run);
    const [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Omar Khalid", email: person.email });
    const seatOwner = { userId: person.id };
    const [seat] = await db.update(enrolments).set(seatOwner).where(eq(enrolments.orderId, orderId)).returning();
    return makeCertificate(db, { runId, enrolmentId: seat?.id ?? 0, ...values });
  };
  const ended = { endedAt: new Date("2027-02-01T09:00:00Z"), endReason: "Spelling" };
  const old = await createCertificate({ state: "replaced", ...ended });
  const newer = await makeCertificate(db, { enrolmentId: old.enrolmentId, runId: old.runId, replacesId: old.id });
  const revoked = await createCertificate({ state: "revoked", ...ended, toldEng: "x", toldAr: "x" });
  const erased = await createCertificate();
  await db.update(certificates).set({ holder: null }).where(eq(certificates.id, erased.id));
  return { replaced: old.number, valid: newer.number, revoked: revoked.number, erased: erased.number };
}

for (const viewport of selectViewports("ar"))
  test(`K-02 X-06 anyone checks a certificate, and its holder downloads and shares it (${viewport.locale})`, async ({
    visit,
    postgresSite: site,
  }) => {
    const t = { locale: viewport.locale };
    const person = await newPerson(site);
    const numbers = await createCertificates(site, person);
    const visitor = await visit(site, { ...viewport, as: person });
    const { page } = visitor;
    const checkAtAllWidths = async (what: string) => {
      await visitor.checkPage(what);
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await sticksOut(visitor), `${what} at ${width}`).toEqual([]);
      }
      await page.setViewportSize({ width: viewport.width, height: 900 });
    };

    await test.step("the footer links to the check, which finds a number typed by hand", async () => {
      await visitor.open("/faq");
      await page
        .locator("footer")
        .getByRole("link", { name: m.certificates_check({}, t) })
        .click();
      await page
        .getByLabel(m.common_certificate_number({}, t))
        .fill(numbers.replaced.toLowerCase().replaceAll("-", " "));
      await page.getByRole("button", { name: m.certificates_check_button({}, t) }).click();
      await expect(page.getByRole("heading", { name: m.certificates_replaced({}, t) })).toBeVisible();
      await checkAtAllWidths("a replaced certificate");
      await page.getByRole("link", { name: m.certificates_see_newer({}, t) }).click();
      await expect(page.getByRole("heading", { name: m.certificates_valid({}, t) })).toBeVisible();
      expect(page.url()).toContain(numbers.valid);
      await checkAtAllWidths("a valid certificate");
      await expect(page.locator("main")).not.toContainText(/Khalid|خالد|00RN|@example\.com.*Omar/);
    });

    await test.step("a revoked, an erased and an unknown certificate each show their state", async () => {
      visitor.allowStatus("/api/verify-certificate", 404);
      for (const [number, heading] of [
        [numbers.revoked, m.certificates_revoked({}, t)],
        [numbers.erased, m.certificates_erased({}, t)],
        ["NH-2027-AAAA-AAAA", m.certificates_not_found({}, t)],
      ] as const) {
        await visitor.open(`/verify/${number}`);
        await expect(page.getByRole("heading", { name: heading })).toBeVisible();
        await checkAtAllWidths(heading);
      }
    });

    await test.step("the holder downloads PDF and Open Badge, and gets a prefilled LinkedIn link", async () => {
      await visitor.open("/my-courses");
      const row = page.getByRole("listitem").filter({ hasText: numbers.valid }).first();
      const downloadByLink = async (name: string) => {
        const download = page.waitForEvent("download");
        await row.getByRole("link", { name }).click();
        return (await download).suggestedFilename();
      };
      expect(await downloadByLink(m.certificates_badge({}, t))).toBe(`${numbers.valid}.jwt`);
      expect(await downloadByLink(numbers.valid)).toBe(`${numbers.valid}.pdf`);
      const linkedIn = row.getByRole("link", { name: m.certificates_linkedin({}, t) });
      expect(await linkedIn.getAttribute("href")).toContain(`certId=${numbers.valid}`);
      await checkAtAllWidths("My Courses with certificates");
      await visitor.open("/my-cpd");
      await page
        .locator("summary:visible", { hasText: m.certificates_use({}, t) })
        .first()
        .click();
      await expect(page.getByRole("link", { name: m.certificates_linkedin({}, t) }).first()).toBeVisible();
      await checkAtAllWidths("a record with certificates");
    });
  });
