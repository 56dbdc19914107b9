/** A full run and two people who wait: the first buys the offered seat, the second declines. */
import { eq, sql } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { m } from "#messages";
import { newPerson, post, type Person } from "#test/http/client.ts";
import { answerBank, fillAddress, fillCard, submitToBank, waitUntilLoaded } from "./support/buying.ts";
import { portalText } from "./support/portal-text.ts";
import { openColleague } from "./support/staff.ts";
import { expect, stepInAll } from "./support/test.ts";
import { changeRun, test, title } from "./support/shop.ts";
import { twoViewports } from "./support/visitor.ts";

const slug = "research-methods";
test.use({ courseSlug: slug });

for (const viewport of twoViewports)
  test(
    `W-01 W-02 X-06 U-31 DK-22 two people wait for a full run: one buys the offered seat, one declines (${viewport.locale}, ${viewport.width} px)`,
    { tag: viewport.locale === "ar" ? "@all" : [] },
    async ({ shop, visit }) => {
      test.setTimeout(120_000);
      const t = { locale: viewport.locale };
      const { site, course } = shop;
      const [first, second] = [shop.person, await newPerson(site, "Omar Khalid")];
      const firstVisitor = await visit(site, { ...viewport, as: first });
      const secondVisitor = await visit(site, { ...viewport, as: second });
      const button = (visitor: typeof firstVisitor, name: string) =>
        visitor.page.getByRole("button", { name, exact: true });
      const readEntries = async ({ token }: Person) =>
        (await post(site, "/api/my-waiting-lists", {}, { token })).body["places"] as { id: number; state: string }[];
      const expectOffer = (person: Person) =>
        expect
          .poll(async () => (await readEntries(person)).map(({ state }) => state), { timeout: 15_000 })
          .toEqual(["offered"]);

      await shop.whileSoldOut(async () => {
        await test.step("both people join the waiting list on the course's page and see their position", async () => {
          for (const [number, visitor] of [firstVisitor, secondVisitor].entries()) {
            await visitor.open(`/courses/${slug}`);
            await button(visitor, m.waiting_join({}, t)).click();
            await expect(
              visitor.page.getByText(m.waiting_position({ nth: m.waiting_nth({ position: number + 1 }, t) }, t)),
            ).toBeVisible();
          }
          await secondVisitor.checkPage("the course's page for someone on the waiting list");
          await secondVisitor.open("/my-courses");
          await waitUntilLoaded(secondVisitor);
          await expect(secondVisitor.page.getByRole("heading", { name: m.waiting_lists({}, t) })).toBeVisible();
          await secondVisitor.checkPage("My Courses with a waiting list");
        });

        await stepInAll("staff see both people and change their order, with a reason", async () => {
          const training = await openColleague(visit, site, "training", viewport);
          const { page } = training;
          const portal = portalText(viewport.locale);
          await training.openStaff(`/runs/${course.id}/waiting-list`);
          await training.checkPage("the waiting list of a run");
          for (const name of ["Omar Khalid", first.name]) {
            const label = `${portal("waiting.move_up")}: ${isolate(name)}`;
            await page.getByRole("button", { name: label }).press("Enter");
            const dialog = page.getByRole("dialog");
            await dialog.getByLabel(portal("waiting.reason")).fill("Her ward is closed");
            await dialog.getByRole("button", { name: portal("waiting.move_up") }).click();
            await expect(page.locator('main a[href*="/people/"]').first()).toHaveText(name);
          }
          // The coloured table header must not cover the card's rounded corners. Phones show each row as a card.
          if (viewport.width >= 768)
            await expect(page.getByRole("region", { name: portal("waiting.title") })).not.toHaveCSS(
              "border-start-start-radius",
              "0px",
            );
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow).toBeLessThanOrEqual(0);
        });

        const addSeats = (seats: number) =>
          site.database.db
            .update(courseRuns)
            .set({ capacity: sql`${courseRuns.capacity} + ${seats}` })
            .where(eq(courseRuns.id, course.id));
        await test.step("the first person is offered a free seat by email, and buys it", async () => {
          await addSeats(1);
          await expectOffer(first);
          expect((await readEntries(second)).map(({ state }) => state)).toEqual(["waiting"]);
          await expect
            .poll(async () =>
              (await site.mails())
                .filter(({ to }) => to === first.email)
                .map(({ text }) => text)
                .join(),
            )
            .toContain("/waiting-list/");
          const text = (await site.mails()).find(
            ({ to, text }) => to === first.email && text.includes("/waiting-list/"),
          )?.text;
          const path = /\/waiting-list\/\d+/.exec(text ?? "")?.[0] ?? "";
          await firstVisitor.open(path);
          await expect(firstVisitor.page.getByRole("timer")).toBeVisible();
          await firstVisitor.checkPage("the offer");
          await button(firstVisitor, m.waiting_accept({}, t)).click();
          await firstVisitor.page.waitForURL(/\/checkout\//);
          await waitUntilLoaded(firstVisitor);
          await fillAddress(firstVisitor);
          await fillCard(firstVisitor);
          await submitToBank(firstVisitor);
          await answerBank(firstVisitor);
          await waitUntilLoaded(firstVisitor);
          expect((await shop.statuses()).map(([status]) => status)).toEqual(["paid"]);
          await firstVisitor.open(path);
          await expect(title(firstVisitor)).toHaveText(m.waiting_over_bought_title({}, t));
        });

        await test.step("U-31 the second person is offered a seat and declines; then the seat is free", async () => {
          await addSeats(1);
          await expectOffer(second);
          await secondVisitor.open(`/courses/${slug}`);
          await expect(secondVisitor.page.getByText(m.waiting_held_for_you({}, t))).toBeVisible();
          await secondVisitor.checkPage("the course's page for someone with an offer");
          await secondVisitor.open("/my-courses");
          await waitUntilLoaded(secondVisitor);
          await secondVisitor.checkPage("My Courses with an offer");
          await secondVisitor.page.getByRole("link", { name: m.waiting_see_offer({}, t) }).click();
          await button(secondVisitor, m.waiting_decline({}, t)).click();
          const declineDialog = secondVisitor.page.getByRole("dialog", { name: m.waiting_decline_title({}, t) });
          await declineDialog.getByRole("button", { name: m.waiting_decline_keep({}, t) }).click();
          await expect(declineDialog).toBeHidden();
          expect(await readEntries(second)).toHaveLength(1);
          await button(secondVisitor, m.waiting_decline({}, t)).click();
          await declineDialog.getByRole("button", { name: m.waiting_decline({}, t) }).click();
          await expect(title(secondVisitor)).toHaveText(m.waiting_over_title({}, t));
          await secondVisitor.checkPage("an offer that is over");
          expect(await shop.seatsLeft()).toBe(1);
          expect(await readEntries(second)).toEqual([]);
        });
      });
    },
  );

test(
  "W-03 a visitor asks for new dates, confirms the address, and unsubscribes by a link",
  { tag: "@all" },
  async ({ shop, visit }) => {
    const { site } = shop;
    const visitor = await visit(site);
    const { page } = visitor;
    const email = `dates-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const findLink = async (verb: string) => {
      const mail = (await site.mails()).find(({ to, text }) => to === email && text.includes(`/new-dates/${verb}/`));
      return new RegExp(`/new-dates/${verb}/[\\w-]+`).exec(mail?.text ?? "")?.[0] ?? "";
    };
    // Uses its own course, with past dates only: another journey may add a date to a demo course, which hides the form.
    const { db } = site.database;
    const { id: courseId, slug } = await makeCourse(db);
    const yesterday = addDays(riyadhDate(new Date()), -1);
    await makeRun(db, courseId, { startDate: yesterday, endDate: yesterday, days: 1 });
    // Only announces a change, so that the site shows the new course.
    await changeRun(site, shop.course, {});
    await visitor.open(`/courses/${slug}`);
    await page.locator('main [name="email"]').fill(email);
    await page.getByRole("button", { name: m.waiting_interest_button() }).click();
    await expect(page.getByText(m.waiting_interest_sent({ email }).slice(0, 20))).toBeVisible();
    await visitor.checkPage("the course's page after asking for new dates");
    await expect.poll(() => findLink("confirm")).not.toBe("");
    await visitor.open(await findLink("confirm"));
    await expect(page).toHaveTitle(new RegExp(m.waiting_interest_confirm_title()));
    await page.getByRole("button", { name: m.waiting_interest_confirm_button() }).click();
    await expect(page.getByText(m.waiting_interest_confirmed())).toBeVisible();
    await visitor.open((await findLink("confirm")).replace("confirm", "stop"));
    await expect(page).toHaveTitle(new RegExp(m.waiting_interest_stop_title()));
    await page.getByRole("button", { name: m.waiting_interest_stop() }).click();
    await expect(page.getByText(m.waiting_interest_stopped())).toBeVisible();
    await visitor.checkPage("the page that stops emails about new dates");
  },
);
