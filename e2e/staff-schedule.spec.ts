/**
 * Runs and rosters in the portal: created, copied, moved and cancelled, with the affected people counted first (P-10,
 * P-11), and large refunds approved by a second person (P-12, P-20).
 */
import { eq, sql } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { openColleague } from "./support/staff.ts";
import { expect, stepInAll, test } from "./support/test.ts";
import { boughtOrder, fetchDemoCode } from "./support/staff-orders.ts";
import { portalText } from "./support/portal-text.ts";
import { selectLocales, selectViewports } from "./support/visitor.ts";

const nextYear = new Date().getFullYear() + 1;

test("P-10 P-11 a coordinator creates a run, adds people, moves the run, copies it and cancels the copy", async ({
  visit,
  postgresSite: site,
}) => {
  const { page, openStaff, checkPage, ...colleague } = await openColleague(visit, site, "training");
  const dialog = page.getByRole("dialog");

  await test.step("runs are shown by month and as a list", async () => {
    await openStaff("/runs?view=month");
    await expect(page.getByRole("link", { name: /\d+ \/ \d+/ }).first()).toBeVisible();
    await checkPage("month");
    await page.getByRole("button", { name: "List" }).click();
    await expect(page.getByRole("button", { name: /^Upcoming/ })).toHaveAttribute("aria-pressed", "true");
  });
  await test.step("a new run marks a missing field", async () => {
    await page.getByRole("link", { name: "New run" }).click();
    const course = page.getByRole("combobox", { name: "Course" });
    await test.step("P-13 typed text and its list stay open when the page scrolls", async () => {
      await course.fill("c");
      await page.mouse.wheel(0, 120);
      await page.waitForFunction(() => window.scrollY > 0);
      await expect(page.getByRole("option").first()).toBeVisible();
      await expect(course).toHaveValue("c");
    });
    await page.getByRole("option").first().click();
    colleague.allowStatus("/api/staff/runs", 422);
    await page.getByRole("button", { name: "Create run" }).click();
    await expect(page.getByLabel(/^From/)).toHaveAttribute("aria-invalid", "true");
    await test.step("L-9 CT-29 a date is typed day first, and an impossible one is marked", async () => {
      const date = page.getByLabel("Date (dd/mm/yyyy)");
      await date.fill(`31/02/${nextYear}`);
      await date.press("Tab");
      await expect(date).toHaveAccessibleDescription(/day first, such as 14\/01\/2027/);
      await date.fill(`4.10.${nextYear}`);
      await date.press("Tab");
      await expect(date).toHaveAccessibleDescription("");
      await expect(date).toHaveValue(`04/10/${nextYear}`);
    });
    await page.getByRole("textbox", { name: /^Seats/ }).fill("3");
    await page.getByRole("button", { name: "Create run" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(`4 Oct ${nextYear}`);
  });
  const run = new URL(page.url()).pathname.split("/").at(-1);
  await stepInAll("typed values stay when a colleague has changed the run", async () => {
    const seats = page.getByRole("textbox", { name: /^Seats/ });
    await seats.fill("5");
    await site.database.db
      .update(courseRuns)
      .set({ version: sql`${courseRuns.version} + 1` })
      .where(eq(courseRuns.id, Number(run)));
    const response = page.waitForResponse(`**/api/staff/runs/${run}`);
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await response;
    await checkPage("run read again");
    await expect(seats).toHaveValue("5");
    await seats.fill("3");
  });
  await stepInAll("an open dialog stays unchanged when the run is refetched, and when that fails", async () => {
    const address = `/api/staff/runs/${run}`;
    const refetch = async () => {
      const response = page.waitForResponse(`**${address}`);
      await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
      await response;
      await colleague.waitForAnswers();
    };
    await page.getByRole("button", { name: "Move to other dates" }).click();
    await dialog.getByLabel("New first day").fill(`18/10/${nextYear}`);
    await site.database.db
      .update(courseRuns)
      .set({ version: sql`${courseRuns.version} + 1` })
      .where(eq(courseRuns.id, Number(run)));
    await refetch();
    await expect(dialog.getByLabel("New first day")).toHaveValue(`18/10/${nextYear}`);
    colleague.allowStatus(address, 503);
    await page.route(`**${address}`, (route) => route.fulfill({ status: 503, json: { message: "Busy" } }));
    await refetch();
    await expect(dialog.getByLabel("New first day")).toHaveValue(`18/10/${nextYear}`);
    await checkPage("run not read again");
    await page.unroute(`**${address}`);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });
  await test.step("two people are added, one is swapped and one corrected", async () => {
    await openStaff(`/runs/${run}/roster`);
    for (const [name, email] of [
      ["Sara N.", "sara.roster@example.com"],
      ["عمر خالد", "omar.roster@example.com"],
    ] as const) {
      await page.getByRole("button", { name: "Add attendee" }).click();
      await dialog.getByLabel("Find a person").fill(name);
      await dialog.getByRole("textbox", { name: "Email" }).fill(email);
      await dialog.getByLabel("Reason").fill("Guest of the faculty");
      await dialog.getByRole("button", { name: "Book the seat" }).click();
      await expect(page.getByRole("row", { name: new RegExp(email) })).toBeVisible();
    }
    await checkPage("roster");
    await page.getByRole("button", { name: "More: Sara N." }).click();
    await page.getByRole("menuitem", { name: "Give the seat to someone else or correct the name" }).click();
    await dialog.getByLabel("Find a person").fill("Dana R.");
    await dialog.getByRole("textbox", { name: "Email" }).fill("dana.roster@example.com");
    await expect(dialog).toContainText("Dana R. gets an email with the seat and a calendar entry, and Sara N.");
    await checkPage("swap");
    await dialog.getByRole("button", { name: /^Give the seat to .*Dana R\./ }).click();
    await expect(page.getByRole("row", { name: /Sara N\..*Given to someone else/ })).toBeVisible();
  });
  await stepInAll("people without an SCFHS number are asked for it once", async () => {
    await page.getByRole("button", { name: "Request by email: Dana R." }).click();
    await expect(dialog).toContainText("dana.roster@example.com · Arabic");
    await checkPage("ask one");
    await dialog.getByRole("button", { name: "Send request to 1 person" }).click();
    await expect(page.getByRole("row", { name: /Dana R\..*Requested/ })).toBeVisible();
    await page.getByRole("button", { name: "Request the SCFHS number from 1 person" }).click();
    await expect(dialog).toContainText("omar.roster@example.com");
    await expect(dialog).toContainText("left out: Dana R.");
    await checkPage("ask all");
    await dialog.getByRole("button", { name: "Send request to 1 person" }).click();
    await expect(page.getByText("Request sent to 1 person.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Request (the )?SCFHS/ })).toHaveCount(0);
  });
  await stepInAll("a name in the other script is shown with the name", async () => {
    await page.getByRole("button", { name: "More: Dana R." }).click();
    await page.getByRole("menuitem", { name: "Name in the other script" }).click();
    await dialog.getByLabel("Name in the other script").fill("دانة ر.");
    await checkPage("other script");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("row", { name: /Dana R\. دانة ر\./ })).toBeVisible();
  });
  await stepInAll("the list downloads as a file, the sign-in sheet as a PDF", async () => {
    for (const [open, download, ending] of [
      ["Export", /Download 2 lines/, /\.xlsx$/],
      ["Sign-in sheet", "Download the PDF", /\.pdf$/],
    ] as const) {
      await page.getByRole("button", { name: open }).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        dialog.getByRole("button", { name: download }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(ending);
    }
  });
  await test.step("moving shows first who is notified", async () => {
    await openStaff(`/runs/${run}`);
    await page.getByRole("button", { name: "Move to other dates" }).click();
    await expect(dialog).toContainText("2 people in 2 orders");
    await dialog.getByLabel("New first day").fill(`11/10/${nextYear}`);
    await checkPage("move");
    await dialog.getByRole("button", { name: "Move and tell 2 people" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(`11 Oct ${nextYear}`);
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Everyone has been told.")).toBeVisible({ timeout: 20_000 });
    await page.getByRole("link", { name: "View details" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Run moved");
    await checkPage("the work after it");
    await openStaff(`/runs/${run}`);
  });
  await test.step("the run is copied, and the copy is cancelled", async () => {
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await dialog.getByRole("button", { name: "Create copy" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(`8 Nov ${nextYear}`);
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Cancel this run" }).click();
    await expect(dialog).toContainText("Nothing was paid");
    await checkPage("cancel");
    await dialog.getByRole("button", { name: "Cancel run" }).click();
    await expect(page.locator(".chip").filter({ hasText: /^Cancelled$/ })).toBeVisible();
  });
});

for (const locale of selectLocales("en"))
  test(
    `P-12 P-20 DK-06 cancelling a run above the limit is requested, declined, requested again and agreed (${locale})`,
    { tag: "@all" },
    async ({ visit, postgresSite: site }) => {
      const portal = portalText(locale);
      // Three seats, SAR 8,280.00.
      const { runId } = await boughtOrder(site);
      const reem = await openColleague(visit, site, "training", { locale });
      const lina = await openColleague(visit, site, "finance", { locale });
      const requestCancellation = async () => {
        const dialog = reem.page.getByRole("dialog");
        await reem.openStaff(`/runs/${runId}`);
        await reem.page.getByRole("button", { name: portal("runs.cancel.open") }).click();
        await expect(dialog).toContainText("8,280.00");
        await dialog.locator(".short-field input").fill("3");
        await reem.checkPage("asking");
        await dialog.getByRole("button", { name: portal("runs.cancel.action_ask") }).click();
        await expect(reem.page.getByText(portal("runs.states.waiting"), { exact: true })).toBeVisible();
        await expect(reem.page.getByRole("main").locator(".alert", { hasText: "8,280.00" })).toBeInViewport();
      };
      const openReview = async () => {
        await lina.openStaff(`/runs/${runId}`);
        await lina.page.getByRole("button", { name: portal("common.action_review") }).click();
        await expect(lina.page.getByRole("dialog")).toContainText("8,280.00");
      };
      const dialog = lina.page.getByRole("dialog");
      await test.step("after finance declines it from Today, the run no longer waits for approval", async () => {
        await requestCancellation();
        await lina.openStaff("/");
        await lina.page.getByRole("link", { name: portal("today.cancellations") }).click();
        await lina.page.locator(`tbody a[href$="/runs/${runId}"]`).first().click();
        await expect(lina.page).toHaveURL(new RegExp(`/runs/${runId}$`));
        await openReview();
        await lina.checkPage("approval");
        await dialog.getByRole("button", { name: portal("orders.approve.decline") }).click();
        await expect(lina.page.getByText(portal("runs.states.waiting"), { exact: true })).toHaveCount(0);
      });
      await test.step("after finance agrees with a fresh code, the cancellation shows its progress", async () => {
        await requestCancellation();
        await openReview();
        await dialog.getByLabel(portal("sign_in.code_title")).fill(await fetchDemoCode(site, "finance"));
        await dialog.getByRole("button", { name: portal("runs.cancellation.agree") }).click();
        await expect(lina.page.locator(".chip").filter({ hasText: portal("runs.states.cancelled") })).toBeVisible();
        await expect(lina.page.getByText(portal("runs.work.ended"))).toBeVisible({ timeout: 20_000 });
        await lina.checkPage("cancelled");
        await lina.page.getByRole("link", { name: portal("runs.work.look") }).click();
        await lina.checkPage("the work");
      });
    },
  );

for (const { locale, width } of selectViewports("ar"))
  test(
    `P-11 support opens the roster and the sign-in sheet of a run (${locale}, ${width} px)`,
    { tag: "@all" },
    async ({ visit, postgresSite: site }) => {
      const { page, openStaff, checkPage } = await openColleague(visit, site, "support", { locale, width });
      await openStaff("/runs/2/roster");
      await checkPage("roster");
      await page.getByRole("button", { name: locale === "en" ? "Sign-in sheet" : "كشف الحضور" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await checkPage("dialog");
    },
  );
