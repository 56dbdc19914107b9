/**
 * Issue 27: a cancelled seat goes to the waiting list, a nurse moves to a more expensive date, a hospital books by
 * transfer with a code, and the month's figures agree.
 */
import { eq, inArray } from "drizzle-orm";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeCode } from "#db/factories/discount-code.ts";
import { checkDocuments } from "#features/invoices/finance/check.server.ts";
import { compareMonth } from "#features/invoices/finance/compare.server.ts";
import { closeMonth, readMonth } from "#features/invoices/finance/months.server.ts";
import { monthBounds, toRiyadhMonth } from "#features/invoices/finance/months.ts";
import { recordTransfer } from "#features/settlement/transfers/transfers.server.ts";
import { advanceDueWaitlists } from "#features/waitlist/waitlist.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { halalasFromDecimal } from "#i18n/money.ts";
import { m } from "#messages";
import { paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv } from "#test/context.ts";
import { buyOrder, newPerson, post, type Person } from "#test/http/client.ts";
import { startTestSite } from "#test/site.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { sandboxKeys } from "#platform/env.server.ts";
import { expectAnswer } from "./support/answers.ts";
import { answerBank, field, fill, fillAddress, fillCard, submitToBank, waitUntilLoaded } from "./support/buying.ts";
import { buildCart, type PicturedCourse } from "./support/cart.ts";
import { title } from "./support/shop.ts";
import { openColleague } from "./support/staff.ts";
import { checkNarrow } from "./support/sticks-out.ts";
import { portalText } from "./support/portal-text.ts";
import { expect, test as base, type PostgresSite } from "./support/test.ts";
import { expectAccessible, twoViewports } from "./support/visitor.ts";

/** A site of this file alone, so that the month's figures contain nothing else. */
const test = base.extend<{ ownSite: PostgresSite }>({
  ownSite: async ({}, use) => {
    const site = await startTestSite({ database: "postgres" });
    if (!site.database) throw new Error("no database");
    await use({ ...site, database: site.database });
    await site.stop();
  },
});

/** Creates a date with two seats, a dearer one a week later, and a second course with room for a hospital. */
async function makeDates({ database: { db } }: PostgresSite) {
  const makeDate = (courseId: number, days: number, values: Parameters<typeof makeRun>[2]) => {
    const startDate = addDays(riyadhDate(new Date()), days);
    return makeRun(db, courseId, { startDate, endDate: startDate, days: 1, ...values });
  };
  const course = await makeCourse(db, { name_eng: "Airway care", name_ar: "العناية بمجرى التنفس" });
  const full = await makeDate(course.id, 40, { capacity: 2, priceHalalas: 240_000 });
  const dearer = await makeDate(course.id, 47, { capacity: 20, priceHalalas: 270_000 });
  const ward = await makeCourse(db, { name_eng: "Safe wards", name_ar: "أجنحة آمنة" });
  const wardRun = await makeDate(ward.id, 40, { capacity: 120, priceHalalas: 100_000 });
  return { slug: course.slug, full: full.id, dearer: dearer.id, ward: { slug: ward.slug, id: wardRun.id } };
}

/** Waits for a mail to `to` with a path that matches, and returns the path of the newest. */
async function findPathInMail(site: PostgresSite, to: string, pattern: RegExp): Promise<string> {
  let matchedPath = "";
  await expect(async () => {
    const texts = (await site.mails()).filter((mail) => mail.to === to).map(({ text }) => text);
    matchedPath = texts.map((text) => pattern.exec(text)?.[0] ?? "").find(Boolean) ?? "";
    expect(matchedPath).not.toBe("");
  }).toPass({ timeout: 15_000 });
  return matchedPath;
}

for (const viewport of twoViewports)
  test(`W-01 W-02 X-01 X-02 X-03 X-04 X-05 X-06 seats are cancelled, resold, moved and booked by transfer, and the month's figures agree (${viewport.locale})`, async ({
    ownSite: site,
    visit,
  }) => {
    // The whole month takes 70 s, and twice as long beside a build.
    test.setTimeout(240_000);
    const { locale } = viewport;
    const t = { locale };
    const { db } = site.database;
    const ctx = testContext(site.database, { env: testEnv(paymentsAt(site.sandbox, sandboxKeys)) });
    const dates = await makeDates(site);
    const people = [await newPerson(site, "Sara Nasser"), await newPerson(site, "Omar Khalid")] as const;
    const [sara, omar] = people;
    const [huda, mona] = [await newPerson(site, "Huda Salem"), await newPerson(site, "Mona Lami")];
    const ids = [sara, omar, huda, mona].map(({ id }) => id);
    await db.update(users).set({ locale }).where(inArray(users.id, ids));
    const call = (person: Person, path: string, body: object) =>
      post(site, path, body, { token: person.token, language: locale });
    const fetchWaitlistEntries = async (person: Person) =>
      (await call(person, "/api/my-waiting-lists", {})).body["places"] as { id: number; state: string }[];
    const waitForOffer = (person: Person) =>
      expect
        .poll(async () => (await fetchWaitlistEntries(person)).map(({ state }) => state), { timeout: 15_000 })
        .toEqual(["offered"]);
    const fetchOrder = async (person: Person, orderId: number) =>
      (await call(person, "/api/order_details", { user_id: person.id, order_id: orderId })).body["order"] as {
        total: string;
        status: string;
      };
    const provider = () => site.sandbox.control.payments();

    const { order_id: orderId } = await buyOrder(site, sara, dates.full, { qty: 2, language: viewport.locale });

    const [saraVisitor, omarVisitor, hudaVisitor] = [
      await visit(site, { ...viewport, as: sara }),
      await visit(site, { ...viewport, as: omar }),
      await visit(site, { ...viewport, as: huda }),
    ];
    const main = saraVisitor.page.locator("main");
    const quote = main.getByRole("status");
    const choice = (name: string) => main.getByRole("button", { name }).first();

    await test.step("the run is full, and two people join the waiting list", async () => {
      for (const [index, visitor] of [omarVisitor, hudaVisitor].entries()) {
        await visitor.open(`/courses/${dates.slug}?run=${dates.full}`);
        await visitor.page.getByRole("button", { name: m.waiting_join({}, t), exact: true }).click();
        await expect(
          visitor.page.getByText(m.waiting_position({ nth: m.waiting_nth({ position: index + 1 }, t) }, t)),
        ).toBeVisible();
      }
    });

    await test.step("a buyer cancels a seat, and is refunded the quoted amount", async () => {
      await saraVisitor.open(`/my-courses/${orderId}`);
      await main.getByRole("link", { name: m.changes_title({}, t) }).click();
      await choice(m.changes_cancel({}, t)).click();
      await main.getByRole("checkbox", { name: m.changes_seat_unnamed({}, t) }).check();
      await expect(quote).toContainText("2,760.00");
      await checkNarrow(saraVisitor, "the quote of a cancellation");
      await main.getByRole("button", { name: /2,760\.00/ }).click();
      await expectAnswer(saraVisitor.page, m.changes_mail_cancelled_heading({ count: 1 }, t));
      await checkNarrow(saraVisitor, "seats that are cancelled");
      await expect.poll(() => provider().map(({ refunded }) => refunded)).toEqual([276_000]);
    });

    await test.step("the first on the waiting list gets the offer by mail, and buys", async () => {
      await waitForOffer(omar);
      await omarVisitor.open(await findPathInMail(site, omar.email, /\/waiting-list\/\d+/));
      await expect(omarVisitor.page.getByRole("timer")).toBeVisible();
      await checkNarrow(omarVisitor, "the offer");
      await omarVisitor.page.getByRole("button", { name: m.waiting_accept({}, t), exact: true }).click();
      await omarVisitor.page.waitForURL(/\/checkout\//);
      await waitUntilLoaded(omarVisitor);
      await fillAddress(omarVisitor);
      await fillCard(omarVisitor);
      await submitToBank(omarVisitor);
      await answerBank(omarVisitor);
      await waitUntilLoaded(omarVisitor);
      expect(await fetchWaitlistEntries(omar)).toEqual([]);
      expect((await fetchWaitlistEntries(huda)).map(({ state }) => state)).toEqual(["waiting"]);
    });

    await test.step("a nurse moves to a more expensive date and pays the difference", async () => {
      await saraVisitor.open(`/my-courses/${orderId}/change`);
      await choice(m.changes_move({}, t)).click();
      await main.getByRole("radio", { name: /300\.00/ }).check();
      await expect(quote).toContainText("345.00");
      await checkNarrow(saraVisitor, "the quote of a move");
      await main.getByRole("button", { name: /345\.00/ }).click();
      await expectAnswer(saraVisitor.page, m.changes_pay_title({}, t));
      await fillCard(saraVisitor);
      await checkNarrow(saraVisitor, "the card for a difference");
      await main.getByRole("button", { name: /345\.00/ }).click();
      await saraVisitor.page.waitForURL(/\/card_auth\/[^/]+\/prepare/);
      await answerBank(saraVisitor);
      await expect(main.getByText(m.changes_mail_moved_heading({ count: 1 }, t))).toBeVisible();
      await main.getByRole("link", { name: m.payments_view_order({}, t) }).click();
      await expect(main.getByText(m.changes_story({}, t))).toBeVisible();
      await checkNarrow(saraVisitor, "an order that was changed");
      const texts = (await site.mails()).filter(({ to }) => to === sara.email).map(({ text }) => text);
      for (const heading of [m.changes_mail_cancelled_heading, m.changes_mail_moved_heading])
        expect(texts.some((text) => text.includes(heading({ count: 1 }, t)))).toBe(true);
    });

    await test.step("the free seat is offered to the second, who does not answer; then anyone may buy it", async () => {
      await waitForOffer(huda);
      const path = await findPathInMail(site, huda.email, /\/waiting-list\/\d+/);
      await expect(async () => {
        const { state, userId } = waitlistEntries;
        await db
          .update(waitlistEntries)
          .set({ offerEndsAt: new Date(Date.now() - 1000) })
          .where(eq(state, "offered"));
        await advanceDueWaitlists(ctx);
        const [entry] = await db.select().from(waitlistEntries).where(eq(userId, huda.id));
        expect(entry?.ended).toBe("unanswered");
      }).toPass();
      await hudaVisitor.open(path);
      await expect(title(hudaVisitor)).toHaveText(m.waiting_over_title({}, t));
      expect((await post(site, "/api/get-course-qty", { course_id: dates.full })).body["qty"]).toBe(1);
    });

    const monaVisitor = await visit(site, {
      ...viewport,
      as: mona,
      stored: {
        cart: buildCart([
          (await post(site, "/api/course-details", { slug: dates.ward.slug })).body["data"] as PicturedCourse,
          35,
        ]),
      },
    });
    const { page } = monaVisitor;
    // Buyer and hospital have paid before, so that no one has to approve their booking.
    const company = { name: "Example General Hospital", vat_number: "300000000000003", address: "Riyadh" };
    await buyOrder(site, mona, dates.ward.id, { company });
    const groupId =
      await test.step("a hospital pastes thirty people, corrects three, and books by transfer", async () => {
        await makeCode(db, "WARD10");
        await monaVisitor.open("/checkout/cart");
        await fillAddress(monaVisitor);
        await page.getByText(m.checkout_mode_paste({}, t), { exact: true }).click();
        const list = Array.from(
          { length: 30 },
          (_, index) => `Nurse ${index + 1}؛ nurse-${index + 1}@example.com؛ 00-RN-${1000 + index}`,
        );
        list[4] = "ممرضة خامسة؛ nurse-5@example؛ 00-RN-1004";
        list[11] = "Nurse 12؛ nurse-1@example.com؛ 00-RN-1011";
        list[29] = "Nurse 30؛ nurse-30@example.com؛ 00!RN";
        await page.getByLabel(m.groups_list_paste({}, t)).fill(list.join("\n"));
        await page.getByRole("button", { name: m.groups_list_check({}, t) }).click();
        await expect(page.getByText(m.groups_list_sum({ ready: 27, all: 30 }, t))).toBeVisible();
        // The layout shift is not checked here, because on a busy machine the thirty rows may appear too late to count
        // as caused by the click. `people-list` checks it.
        const checkAccessible = (what: string) => expectAccessible(page, what);
        await checkNarrow(monaVisitor, "thirty people, three with mistakes", checkAccessible);
        const corrections = [
          [m.common_email({}, t), 5, "nurse-5@example.com"],
          [m.common_email({}, t), 12, "nurse-12@example.com"],
          [m.common_scfhs_number({}, t), 30, ""],
        ] as const;
        for (const [index, [name, line, value]] of corrections.entries()) {
          await page.getByLabel(m.groups_list_field({ field: name, line }, t)).fill(value);
          await page.keyboard.press("Enter");
          await expect(page.getByText(m.groups_list_sum({ ready: 28 + index, all: 30 }, t))).toBeVisible();
        }
        await page.getByRole("button", { name: m.groups_list_use({ count: 30 }, t) }).click();
        await expect(field(monaVisitor, "attendees.29.email")).toHaveValue("nurse-30@example.com");
        const review = page.locator("section[aria-labelledby=review]");
        await review.getByRole("button", { name: m.discounts_have_one({}, t) }).click();
        await review.getByLabel(m.discounts_code({}, t)).fill("ward10");
        await review.getByRole("button", { name: m.common_action_apply({}, t) }).click();
        await expect(review).toContainText("36,225.00");
        await page.getByRole("radio", { name: m.common_bank_transfer({}, t) }).check();
        for (const name of ["name", "vat_number"] as const) await fill(monaVisitor, `company.${name}`, company[name]);
        await checkNarrow(monaVisitor, "checkout by bank transfer", checkAccessible);
        await page.getByRole("button", { name: m.groups_way_book({}, t) }).click();
        await page.waitForURL(/my-courses\/\d+$/);
        await expect(page.getByRole("heading", { name: m.transfers_mail_details({}, t) })).toBeVisible();
        await checkNarrow(monaVisitor, "an order that waits for a transfer");
        return Number(page.url().split("/").at(-1));
      });

    const [{ id = "" } = {}] = await db.select().from(staffUsers).where(eq(staffUsers.role, "finance"));
    const lina = ctx.asStaff("finance", { id });
    await test.step("the transfer arrives, and five more seats are claimed by link", async () => {
      const { total } = await fetchOrder(mona, groupId);
      expect(total).toBe("36225.00");
      await recordTransfer(lina, {
        orderId: groupId,
        amountHalalas: halalasFromDecimal(total) ?? 0,
        reference: "FT-1",
        receivedOn: riyadhDate(ctx.now()),
      });
      await page.reload();
      await page.getByRole("button", { name: m.groups_links_open({}, t) }).click();
      for (const n of [31, 32, 33, 34, 35]) {
        const email = `nurse-${n}@example.com`;
        const seat = page.getByRole("form", { name: m.enrolments_seat_number({ n }, t), exact: true });
        await seat.getByLabel(m.common_email({}, t)).fill(email);
        await seat.getByRole("button", { name: m.groups_link_send({}, t) }).click();
        await expect(page.getByText(m.groups_link_sent({ email }, t))).toBeVisible();
      }
      // Reads the mailbox once for all five links, because each reading renders all mails.
      let claims = new Map<string, string>();
      await expect(async () => {
        const links = (await site.mails()).map(({ to, text }) => [to, /\/claim\/\S+/.exec(text)?.[0] ?? ""] as const);
        claims = new Map(links.filter(([, path]) => path !== ""));
        expect(claims.size).toBe(5);
      }).toPass({ timeout: 15_000 });
      const claimant = await visit(site, viewport);
      const [[firstEmail = "", path = ""] = [], ...otherClaims] = claims;
      await claimant.open(path);
      await fill(claimant, "name", "Reem Fahad");
      await fill(claimant, "email", firstEmail);
      await claimant.page.getByRole("button", { name: m.groups_claim_confirm({}, t) }).click();
      await expect(title(claimant)).toHaveText(m.groups_claim_yours({}, t));
      for (const [email, link] of otherClaims) {
        const person = { name: "A nurse", name_other: "", email, scfhs_number: "" };
        const token = link.split("/").at(-1);
        expect((await post(site, "/api/claim-seat", { token, ...person })).status).toBe(200);
      }
      await page.reload();
      await expect(page.getByText("Reem Fahad")).toBeVisible();
      await page.getByRole("button", { name: m.groups_links_open({}, t) }).click();
      const [claimed = ""] = m.groups_link_claimed({ name: isolate("Reem Fahad"), time: "|" }, t).split("|");
      await expect(page.getByText(claimed)).toBeVisible();
    });

    await test.step("finance closes the month: documents, provider and orders agree to the halala", async () => {
      const month = toRiyadhMonth(ctx.now());
      ctx.clock.now = new Date(monthBounds(month).to.getTime() + 3_600_000);
      await startTask(lina, compareMonth, { month });
      await startTask(lina, checkDocuments, {});
      await runQueuedTasks(ctx, [compareMonth, checkDocuments]);
      await closeMonth(lina, { month });
      const figures = await readMonth(lina, { id: month });
      // Two seats at 2,400, one of them refunded; 300 for the move; the resold seat at 2,400; thirty-five at 1,000
      // less 10 %; the hospital's first seat at 1,000.
      expect(figures).toMatchObject({
        net: "37600.00",
        tax: "5640.00",
        total: "43240.00",
        closed: { differences: [] },
      });
      expect(figures.codes).toMatchObject([{ code: "WARD10", seats: 35, discount: "3500.00", total: "36225.00" }]);
      const sum = (rows: readonly { total: string }[]) =>
        rows.reduce((all, { total }) => all + (halalasFromDecimal(total) ?? 0), 0);
      expect([sum(figures.courses), sum(figures.days)]).toEqual([4_324_000, 4_324_000]);
      const byCard = provider().reduce((all, { amount, refunded }) => all + amount - refunded, 0);
      expect(byCard + 3_622_500).toBe(4_324_000);

      const finance = await openColleague(visit, site, "finance", viewport);
      const text = portalText(locale);
      await finance.openStaff("/finance");
      await expect(finance.page.locator('.alert[data-tone="success"]')).toBeVisible();
      await expect(finance.page.locator(".figures")).toContainText("5,640.00");
      await finance.page.getByRole("tab", { name: text("finance.tabs.codes") }).click();
      await expect(finance.page.getByRole("row").filter({ hasText: "WARD10" })).toContainText("3,500.00");
    });
  });
