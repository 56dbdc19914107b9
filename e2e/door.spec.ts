/** The door on a phone: scanned tickets, search by name, and working offline. */
import { sql } from "drizzle-orm";
import type { Page } from "@playwright/test";
import { checkIn } from "#features/learning/attendance/check-in.server.ts";
import { cancelSeat } from "#features/seats/person-of-seat.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { runOnNow, findSeat, type TaughtRun } from "#test/taught-run.ts";
import { cameraArgs, holdUp, removeCamera } from "./support/camera.ts";
import { launchOptions } from "./support/launch-options.ts";
import { portalText, type PortalText } from "./support/portal-text.ts";
import { openColleague, type StaffVisitor } from "./support/staff.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, test, type PostgresSite, type Visit } from "./support/test.ts";
import { expectAccessible, type Viewport } from "./support/visitor.ts";

const options = launchOptions();
test.use({ launchOptions: { ...options, args: [...(options.args ?? []), ...cameraArgs] } });
test.afterAll(removeCamera);

interface Door extends StaffVisitor {
  ctx: TestCtx;
  t: PortalText;
  /** Expects the result of the last check-in on the sheet, in its colour. */
  expectResult(answer: string, colour: string): Promise<void>;
  /** Returns the signals since the last call: tones in Hz, and vibrations in ms. */
  takeSignals(): Promise<{ tones: number[]; felt: number[] }>;
}

/** Opens the door of a run as a colleague, with a camera that shows nothing yet. */
async function openDoor(
  visit: Visit,
  site: PostgresSite,
  viewport: Viewport & { serviceWorker?: boolean },
  runId: number,
  role: "support" | "owner" = "support",
): Promise<Door> {
  holdUp(null);
  const colleague = await openColleague(visit, site, role, viewport);
  const { context, page } = colleague;
  await context.grantPermissions(["camera"], { origin: site.url });
  await context.addInitScript(() => {
    const signals = { tones: [] as number[], felt: [] as number[] };
    Object.assign(window, { signals });
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function (when) {
      if (this instanceof OscillatorNode) signals.tones.push(Math.round(this.frequency.value));
      start.call(this, when);
    };
    navigator.vibrate = (pattern) => signals.felt.push(...(typeof pattern === "number" ? [pattern] : pattern)) > 0;
  });
  await colleague.openStaff(`/runs/${runId}/door`);
  // Browsers play sound only after someone has clicked in the page.
  await page.getByRole("heading", { level: 1 }).click();
  const t = portalText(viewport.locale);
  return {
    ...colleague,
    ctx: testContext(site.database),
    t,
    // Does not check for layout shift, because the sheet that shows a result moves what it covers.
    checkPage: (what) => expectAccessible(page, what),
    expectResult: async (answer, colour) => {
      const alert = page.getByRole("alert").filter({ hasText: t(`door.answers.${answer}`) });
      await expect(alert).toBeVisible();
      const expectedColour = await page.evaluate((name) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = `var(--nh-${name})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }, colour);
      await expect(alert).toHaveCSS("background-color", expectedColour);
    },
    takeSignals: () =>
      page.evaluate(() => {
        const { signals } = window as unknown as { signals: { tones: number[]; felt: number[] } };
        return { tones: signals.tones.splice(0), felt: signals.felt.splice(0) };
      }),
  };
}

const oneShort = { tones: [880], felt: [80] };
const twoShort = { tones: [660, 660], felt: [80, 80, 80] };
const oneLong = { tones: [220], felt: [500] };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const readMarks = async (ctx: TestCtx, { runId }: TaughtRun) =>
  (
    await ctx.db.execute(sql`
      select attendee_name as name, attendance_mark.state, way from attendance_mark
      join enrolment on enrolment.id = enrolment_id where run_id = ${runId} order by 1`)
  ).rows;

/** Runs in the browser: lists the addresses of the page and its files that the service worker has not cached yet. */
async function listUncachedFiles(): Promise<string[]> {
  const entries = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/staff/assets/"));
  const missing = await Promise.all(
    [location.href, ...entries.map(({ name }) => name)].map(async (name) => ((await caches.match(name)) ? [] : [name])),
  );
  return missing.flat();
}

/** Runs in the browser: returns the ms that `count` reads take, five at a time, as the door sends check-ins. */
async function timeReads({ path, count }: { path: string; count: number }): Promise<number> {
  const read = async () => {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await response.text();
  };
  const start = performance.now();
  for (let at = 0; at < count; at += 5) await Promise.all(Array.from({ length: 5 }, read));
  return performance.now() - start;
}

const phones: Viewport[] = [
  { locale: "ar", width: 390 },
  { locale: "en", width: 390 },
];
const getTag = ({ locale }: Viewport) => (locale === "ar" ? {} : { tag: "@all" });

for (const viewport of phones)
  test(
    `T-02, X-06 the door admits by camera and by name, and shows why a ticket is refused (${viewport.locale})`,
    getTag(viewport),
    async ({ visit, postgresSite: site }) => {
      const ctx = testContext(site.database);
      const run = await runOnNow(ctx, ["Huda Salem", "Badr Omar", "Mona Ali", "Nasser Fahad"]);
      const other = await runOnNow(ctx, ["Lina Faris"]);
      const [huda, badr, mona, nasser, lina] = [
        await findSeat(ctx, run.runId, "Huda Salem"),
        await findSeat(ctx, run.runId, "Badr Omar"),
        await findSeat(ctx, run.runId, "Mona Ali"),
        await findSeat(ctx, run.runId, "Nasser Fahad"),
        await findSeat(ctx, other.runId, "Lina Faris"),
      ];
      await inTransaction(ctx, (ctx) => cancelSeat(ctx, mona.id));
      // Makes Nasser's seat like one of an order whose transfer has not arrived.
      await ctx.db.execute(sql`alter table enrolment disable trigger user`);
      await ctx.db.execute(sql`update enrolment set scfhs_number = '00RN0000042' where id = ${nasser.id}`);
      await ctx.db.execute(
        sql`update enrolment set state = 'held', confirmed_at = null, held_until = now() + interval '1 day' where id = ${nasser.id}`,
      );
      await ctx.db.execute(sql`alter table enrolment enable trigger user`);
      const door = await openDoor(visit, site, viewport, run.runId, "owner");
      const { page, t, expectResult, takeSignals } = door;
      const nextButton = button(page, t("door.next"));
      await door.checkPage("door, scanning");

      await test.step("a scanned ticket is admitted, and its result closes automatically", async () => {
        holdUp(huda.ticket);
        await expectResult("in", "success");
        expect(await takeSignals()).toEqual(oneShort);
        await expect(page.getByText("Huda Salem").first()).toBeVisible();
        await expect.poll(() => readMarks(ctx, run)).toEqual([{ name: "Huda Salem", state: "present", way: "door" }]);
        await expect(nextButton).toBeHidden();
      });

      await test.step("an admission can be undone", async () => {
        holdUp(null);
        await button(page, t("common.action.undo")).click();
        await expect.poll(() => readMarks(ctx, run)).toEqual([]);
      });

      const refusals = [
        { code: lina.ticket, answer: "other_run", colour: "info" },
        { code: mona.ticket, answer: "cancelled", colour: "danger" },
        { code: "WIFI:S:Hall;T:WPA;;", answer: "unknown", colour: "ink-2" },
      ];
      for (const { code, answer, colour } of refusals)
        await test.step(`${answer}: shown by text, colour and sound until acknowledged`, async () => {
          holdUp(code);
          await expectResult(answer, colour);
          expect(await takeSignals()).toEqual(oneLong);
          await door.checkPage(`door, ${answer}`);
          await button(page, answer === "unknown" ? t("door.again") : t("door.next")).click();
        });

      await test.step("a ticket scanned twice is marked once, and the second result shows it", async () => {
        holdUp(huda.ticket);
        await expectResult("in", "success");
        await nextButton.click();
        holdUp(badr.ticket);
        await expect(page.getByRole("alert").filter({ hasText: t("door.answers.in") })).toBeVisible();
        await nextButton.click();
        await takeSignals();
        holdUp(huda.ticket);
        await expectResult("already_in", "warning");
        expect(await takeSignals()).toEqual(twoShort);
        await door.checkPage("door, in already");
        await nextButton.click();
        await expect.poll(() => readMarks(ctx, run)).toHaveLength(2);
      });

      await test.step("a ticket of another day is refused as not for today", async () => {
        holdUp(null);
        await page.getByLabel(t("door.session")).selectOption(String(run.sessions[1]));
        holdUp(badr.ticket);
        await expectResult("not_today", "info");
        expect(await takeSignals()).toEqual(oneLong);
        await nextButton.click();
        holdUp(null);
        await page.getByLabel(t("door.session")).selectOption(String(run.sessions[0]));
      });

      await test.step("an attendee is found by name; an unpaid seat needs a decision by staff", async () => {
        await button(page, t("common.search_by_name")).click();
        await page.getByRole("searchbox").fill("nas");
        await expect(page.getByText(t("door.found", { count: 1, total: 3 }))).toBeVisible();
        await door.checkPage("door, search");
        // The attendee is also found by their SCFHS number.
        await page.getByRole("searchbox").fill(" 00-rn-0000042 ");
        await expect(page.getByText(t("door.found", { count: 1, total: 3 }))).toBeVisible();
        await page.getByRole("searchbox").fill("nas");
        await button(page, t("door.let_in_short")).click();
        await expectResult("not_paid", "danger");
        for (const [label, value] of [
          ["unpaid_sum", /\d\.\d\d/],
          ["unpaid_since", /\d/],
          ["unpaid_due", /\d/],
          ["unpaid_buyer", /./],
        ] as const)
          await expect(page.locator("dl > div").filter({ hasText: t(`door.${label}`) })).toHaveText(value);
        await door.checkPage("door, not paid");
        await button(page, t("door.let_in")).click();
        await expectResult("in", "success");
        await expect.poll(() => readMarks(ctx, run)).toHaveLength(3);
        const { rows } = await ctx.db.execute(
          sql`select action from audit_event where entity = 'run' and entity_id = ${String(run.runId)} order by id desc limit 1`,
        );
        expect(rows).toEqual([{ action: "attendance.let-in" }]);
        await nextButton.click();
      });

      await test.step("nothing overflows from 320 to 1440 px", async () => {
        for (const width of [320, 390, 1440]) {
          await page.setViewportSize({ width, height: 844 });
          expect(await sticksOut(door)).toEqual([]);
        }
        await button(page, t("common.search_by_name")).click();
        await page.setViewportSize({ width: 320, height: 844 });
        expect(await sticksOut(door)).toEqual([]);
      });

      await test.step("a name without a seat offers to sell a seat of this run", async () => {
        await page.getByRole("searchbox").fill("Rania");
        await page.getByRole("link", { name: t("door.sell") }).click();
        await expect(page).toHaveURL(`${site.url}/staff/orders/create?run=${run.runId}`);
        await expect(page.getByRole("combobox", { name: t("orders.course_dates") })).toHaveValue(/Sepsis|الإنتان/);
      });
    },
  );

for (const viewport of phones.toReversed())
  test(
    `T-03, X-06 check-ins wait while offline, and arrive once each (${viewport.locale})`,
    viewport.locale === "en" ? {} : { tag: "@all" },
    async ({ visit, postgresSite: site }) => {
      const ctx = testContext(site.database);
      const names = Array.from({ length: 40 }, (_one, at) => `Person ${at + 10}`);
      const run = await runOnNow(ctx, names);
      const seats: { id: number; ticket: string }[] = [];
      for (const name of names) seats.push(await findSeat(ctx, run.runId, name));
      const door = await openDoor(visit, site, { ...viewport, serviceWorker: true }, run.runId);
      const { page, t } = door;
      const sentCheckIns = { from: 0, to: 0, count: 0 };
      door.context.on("response", (response) => {
        if (!response.url().endsWith("/check-ins")) return;
        sentCheckIns.from ||= Date.now();
        sentCheckIns.to = Date.now();
        sentCheckIns.count += 1;
      });

      await test.step("forty people are admitted offline, one by ticket and the others by name", async () => {
        await expect(page.getByText(t("door.live"))).toBeVisible();
        await expect(page.getByText(t("door.hold"))).toBeVisible();
        // The service worker tries the network first, and these requests fail.
        door.expectFailure(/\/api\/staff\/|\/door$/);
        await expect.poll(() => page.evaluate(listUncachedFiles)).toEqual([]);
        await door.context.setOffline(true);
        holdUp(seats[0]?.ticket ?? "");
        await door.expectResult("in", "success");
        await expect(page.getByText(t("door.is_waiting"))).toBeVisible();
        holdUp(null);
        await button(page, t("door.next")).click();
        // Clicks inside the page: Playwright would take ten times as long for so many clicks.
        await page.evaluate(
          async ({ search, admit, next, count }) => {
            const findButton = (name: string) =>
              [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === name);
            const click = async (name: string) => {
              for (let turn = 0; !findButton(name) && turn < 400; turn++)
                await new Promise((resolve) => requestAnimationFrame(resolve));
              const target = findButton(name);
              if (!target) throw new Error(`no button ${name}`);
              target.click();
            };
            for (let at = 0; at < count; at++) {
              await click(search);
              await click(admit);
              await click(next);
            }
          },
          { search: t("common.search_by_name"), admit: t("door.let_in_short"), next: t("door.next"), count: 39 },
        );
        await expect(page.getByText(t("door.no_connection"))).toBeVisible();
        await expect(page.getByText(t("door.kept", { time: "", count: 40 }).split(". ").at(1) ?? "")).toBeVisible();
        await expect(page.locator("progress")).toHaveJSProperty("value", 40);
        expect(await readMarks(ctx, run)).toEqual([]);
        await door.checkPage("door without a connection");
        expect(await sticksOut(door)).toEqual([]);
      });

      await test.step("the page reloads offline with its list and the waiting check-ins", async () => {
        await page.reload();
        await expect(page.getByText(t("door.no_connection"))).toBeVisible();
        await expect(page.locator("progress")).toHaveJSProperty("value", 40);
        await expect(page.getByText(t("door.hold"))).toBeVisible();
      });

      await test.step("while the page is closed, a second door admits five and a seat is cancelled", async () => {
        await page.goto("about:blank");
        const at = new Date();
        // Not the first seats: the closing page may have sent their check-ins without receiving the answers.
        for (const { ticket: scanned } of seats.slice(5, 10))
          await checkIn(ctx.asStaff("owner"), {
            runId: run.runId,
            sessionId: run.sessions[0],
            key: crypto.randomUUID(),
            at,
            sentAt: at,
            scanned,
          });
        await inTransaction(ctx, (ctx) => cancelSeat(ctx, seats[39]?.id ?? 0));
      });

      await test.step("with unsent check-ins, signing out here or everywhere asks first", async () => {
        const checkInPath = /\/check-ins$/;
        await door.context.setOffline(false);
        await door.context.route(checkInPath, (route) => route.abort());
        await door.openStaff("/account");
        await button(page, t("common.action_sign_out_everywhere")).click();
        const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
        await expect(dialog.getByText(t("door.unsent_text", { count: 40 }))).toBeVisible();
        await door.checkPage("sign out everywhere with unsent check-ins");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: t("common.user_menu") }).click();
        await page.getByRole("menuitem", { name: t("common.logout") }).click();
        await expect(dialog.getByText(t("door.unsent_text", { count: 40 }))).toBeVisible();
        await page.keyboard.press("Escape");
        await door.context.unroute(checkInPath);
      });

      await test.step("once online, each check-in arrives once, in at most twice the time of 40 reads", async () => {
        await door.openStaff(`/runs/${run.runId}/door`);
        const refused = page.getByRole("alert").filter({ hasText: t("door.refused") });
        await expect(refused.getByRole("listitem")).toHaveCount(6);
        expect(sentCheckIns.count).toBe(40);
        // Compared with reads of the same run, because a limit in seconds would fail on a busy machine.
        const readMs = await page.evaluate(timeReads, { path: `/api/staff/runs/${run.runId}/door`, count: 40 });
        expect(sentCheckIns.to - sentCheckIns.from).toBeLessThanOrEqual(2 * readMs);
        await expect(refused.getByText(t("door.answers.already_in"))).toHaveCount(5);
        await expect(refused.getByText(t("door.answers.cancelled"))).toHaveCount(1);
        await door.checkPage("door with refused check-ins");
        expect(await readMarks(ctx, run)).toHaveLength(39);
        const { rows } = await ctx.db.execute(sql`
          select count(*)::int as n, count(distinct enrolment_id)::int as people from attendance_change
          where session_id = ${run.sessions[0]}`);
        expect(rows).toEqual([{ n: 39, people: 39 }]);
      });

      await test.step("refused check-ins stay after a reload until acknowledged", async () => {
        await page.reload();
        const acknowledgeButtons = page.getByRole("button", { name: `${t("door.seen")}: ` });
        await expect(acknowledgeButtons).toHaveCount(6);
        await acknowledgeButtons.first().click();
        await expect(acknowledgeButtons).toHaveCount(5);
        expect(sentCheckIns.count).toBe(40);
      });
    },
  );
