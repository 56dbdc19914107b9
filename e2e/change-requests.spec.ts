/** A buyer requests an exception, answers the staff's question, and sees what another date costs with kept value. */
import sharp from "sharp";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { m } from "#messages";
import { buyOrder, newPerson, type Person } from "#test/http/client.ts";
import { plainPdf } from "#test/media.ts";
import { isFullRun } from "#test/open-database.ts";
import { expectAnswer } from "./support/answers.ts";
import { portalText } from "./support/portal-text.ts";
import { openColleague } from "./support/staff.ts";
import { checkNarrow } from "./support/sticks-out.ts";
import { expect, stepInAll, test, type PostgresSite } from "./support/test.ts";
import { twoViewports } from "./support/visitor.ts";

/** Buys two seats of a date whose course also has a later, dearer date. Returns the order's id. */
async function buyTwoSeats(site: PostgresSite, person: Person): Promise<number> {
  const { db } = site.database;
  const course = await makeCourse(db, { name_eng: "Triage at the door", name_ar: "الفرز عند الباب" });
  const createRunIn = (days: number, priceHalalas: number) => {
    const startDate = addDays(riyadhDate(new Date()), days);
    return makeRun(db, course.id, { startDate, endDate: startDate, days: 1, priceHalalas, capacity: 20 });
  };
  const run = await createRunIn(5, 240_000);
  await createRunIn(47, 270_000);
  return (await buyOrder(site, person, run.id, { qty: 2 })).order_id;
}

for (const viewport of twoViewports)
  test(
    `X-01 X-02 X-06 U-04 staff ask the buyer a question about a request with a file, then keep the seat's value for another date (${viewport.locale}, ${viewport.width} px)`,
    { tag: viewport.locale === "ar" ? "@all" : [] },
    async ({ visit, postgresSite: site }) => {
      const t = { locale: viewport.locale };
      const text = portalText(viewport.locale);
      const portal = (key: string) => text(`changes.${key}`);
      const person = await newPerson(site, `Huda ${viewport.locale}`);
      const orderId = await buyTwoSeats(site, person);
      const buyer = await visit(site, { ...viewport, as: person });
      const main = buyer.page.locator("main");
      const attach = (name: string, mimeType: string, buffer: Buffer) =>
        main.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer });

      await test.step("a file that only claims to be a PDF is rejected with an error at the file field; a real PDF is sent", async () => {
        await buyer.open(`/my-courses/${orderId}/change`);
        await main.getByRole("button", { name: m.changes_exception_open({}, t) }).click();
        await main.getByRole("checkbox", { name: m.changes_seat_unnamed({}, t) }).check();
        await main.getByLabel(m.changes_exception_message({}, t)).fill("I have been moved to another city.");
        buyer.allowStatus("/api/change-file", 422);
        await attach("page.pdf", "application/pdf", Buffer.from("<script>alert(1)</script>"));
        await expect(main.getByText(m.changes_file_kind({}, t))).toBeVisible();
        await attach("transfer-letter.pdf", "application/pdf", plainPdf());
        await expect(main.getByText("transfer-letter.pdf")).toBeVisible();
        await checkNarrow(buyer, "a request with a file");
        await main.getByRole("button", { name: m.changes_exception_send({}, t) }).click();
        await expectAnswer(buyer.page, m.changes_done_asked({}, t));
      });

      const finance = await openColleague(visit, site, "finance", viewport);
      const { page } = finance;
      const openCase = async (view = "") => {
        await finance.openStaff(`/changes${view}`);
        await page.getByRole("link").filter({ hasText: person.name }).first().click();
      };
      await stepInAll("staff download the file and ask a question; the request waits for the buyer", async () => {
        await openCase();
        const saved = page.waitForEvent("download");
        await page.getByRole("button", { name: "transfer-letter.pdf" }).click();
        expect((await saved).suggestedFilename()).toBe("transfer-letter.pdf");
        await finance.checkPage("a request to change");
        await page.getByRole("textbox", { name: person.name }).fill("From when?");
        await page.getByRole("button", { name: portal("ask"), exact: true }).click();
        await expect(page.locator(".chip").filter({ hasText: portal("state.questioned") })).toBeVisible();
        await openCase("?view=mine");
        await finance.checkPage("a request that waits for its buyer");
      });

      await stepInAll("the buyer answers on the order's page", async () => {
        await expect
          .poll(async () =>
            (await site.mails()).some((mail) => mail.to === person.email && /From when\?/.test(mail.text)),
          )
          .toBe(true);
        await buyer.open(`/my-courses/${orderId}`);
        await main.getByLabel(m.changes_answer({}, t)).fill("From the first of the month.");
        const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "white" } })
          .png()
          .toBuffer();
        await attach("contract.png", "image/png", png);
        await expect(main.getByText("contract.png")).toBeVisible();
        await checkNarrow(buyer, "a question of the staff");
        await main.getByRole("button", { name: m.changes_answer_send({}, t) }).click();
        await expect(main.getByText(m.changes_state_asked({}, t))).toBeVisible();
      });

      await test.step("staff keep the value, and the buyer sees the price of another date", async () => {
        await openCase();
        // Only `npm run test:all` has the steps in which the buyer answers.
        if (isFullRun) await expect(page.getByText("From the first of the month.")).toBeVisible();
        await page.getByText(portal("choice.keep"), { exact: true }).click();
        await page.getByRole("textbox", { name: person.name }).fill("Take another date within a year.");
        await finance.checkPage("a decision to keep the value");
        await page.getByRole("button", { name: portal("agree.keep") }).click();
        // O4-07: the decision is stored before another page is opened.
        await finance.waitForAnswers();
        await openCase("?view=decided");
        await finance.checkPage("a request that was decided");
        // Goes through another page: reopening this one restores its scroll position, which counts as a layout shift.
        await buyer.open("/my-courses");
        await buyer.open(`/my-courses/${orderId}`);
        await checkNarrow(buyer, "an order with a value that is kept");
        await main.getByRole("link", { name: m.changes_kept_choose({}, t) }).click();
        await main.getByRole("radio", { name: /300\.00/ }).check();
        await expect(main.getByRole("status").filter({ hasText: "345.00" })).toBeVisible();
        await checkNarrow(buyer, "another date for a value that is kept");
      });
    },
  );
