/** Who is notified of new dates of a course: confirmed addresses, once per run, until they unsubscribe. */
import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { copyRun } from "#features/runs/create-run.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { oneClick } from "#platform/mail/one-click.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { eraseEverything } from "#features/privacy/erase-everything.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import {
  canConfirmNewDates,
  confirmNewDates,
  deleteOldWaiting,
  mailNewDates,
  newDatesJob,
  subscribeToNewDates,
  readNewDates,
  stopMyNewDates,
  stopNewDates,
} from "./new-dates.server.ts";
import { readWaitlistData } from "./personal.server.ts";
import { courseInterests, waitlistEntries } from "#features/seats/offer-tables.server.ts";

describeOnDatabase("notifications of new dates", (open) => {
  let site: TestCtx;
  let slug: string;
  let runId: number;

  beforeEach(async () => {
    site = testContext(await open());
    const course = await makeCourse(site.db);
    slug = course.slug;
    runId = (await makeRun(site.db, course.id)).id;
  });

  const mails = () => site.db.select().from(outboxMails).orderBy(outboxMails.id);
  const readToken = async (verb: string, at = -1) =>
    new RegExp(`/new-dates/${verb}/([\\w-]+)`).exec(JSON.stringify((await mails()).at(at)?.props))?.[1] ?? "";
  const subscribe = (email: string) => subscribeToNewDates(site, { slug, email });
  async function addRun() {
    const training = site.asStaff("training");
    const { id } = await copyRun(training, {
      runId,
      startDate: addDays(riyadhDate(site.now()), 60),
      venueEng: "Hall",
      venueAr: null,
    });
    const job = site.queued.splice(0).find(({ name }) => name === newDatesJob);
    expect(job?.data).toEqual({ runId: id });
    // The queue may run a job more than once.
    await mailNewDates(site, job?.data ?? {});
    await mailNewDates(site, job?.data ?? {});
  }
  const listRecipients = async () =>
    (await mails()).filter(({ template }) => template === "new-date").map(({ to }) => to);

  it("W-03 U-24 rejects a missing address, an invalid link and an unknown course; reveals no subscriber", async () => {
    await expect(subscribeToNewDates(site, { slug })).rejects.toMatchObject({ status: 422 });
    await expect(subscribeToNewDates(site, { slug: "none", email: "a@example.com" })).rejects.toMatchObject({
      status: 404,
    });
    const first = await subscribe("a@example.com");
    expect(await canConfirmNewDates(site, { token: await readToken("confirm") })).toBe(true);
    await confirmNewDates(site, { token: await readToken("confirm") });
    expect(await subscribe("a@example.com")).toEqual(first);
    expect(await mails()).toHaveLength(1);
    expect(await readNewDates(site, { slug })).toEqual({ on: false });
    expect(await canConfirmNewDates(site, { token: "x" })).toBe(false);
    await expect(confirmNewDates(site, { token: "x" })).rejects.toMatchObject({ status: 404 });
  });

  it("W-03 notifies confirmed addresses and signed-in people of a new run once, and no others", async () => {
    const me = await makeUser(site.db);
    await subscribeToNewDates(site.as(me), { slug });
    await subscribe("never@example.com");
    await subscribe("Confirmed@example.com");
    await confirmNewDates(site, { token: await readToken("confirm") });
    await addRun();
    expect((await listRecipients()).toSorted()).toEqual(["confirmed@example.com", me.email].toSorted());
    await addRun();
    expect(await listRecipients()).toHaveLength(4);
    expect(await readNewDates(site.as(me), { slug })).toEqual({ on: true });
  });

  it("W-03 sends nothing about a run that cannot be booked", async () => {
    await subscribeToNewDates(site.as(await makeUser(site.db)), { slug });
    await site.db.update(courses).set({ disable_course: true }).where(eq(courses.slug, slug));
    await addRun();
    expect(await listRecipients()).toEqual([]);
  });

  it("W-03 one click unsubscribes, from any emailed link, the mail program or the account; a changed link does nothing", async () => {
    const me = site.as(await makeUser(site.db));
    await subscribeToNewDates(me, { slug });
    await addRun();
    const mail = (await mails()).find(({ template }) => template === "new-date");
    const path = new URL(mail?.unsubscribeUrl ?? "").pathname;
    const app = new Hono();
    oneClick(app, async () => site, "/new-dates/stop/:token", stopNewDates);
    const post = async (body: string) => {
      const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": String(body.length) };
      return (await app.request(path, { method: "POST", body, headers })).status;
    };
    expect([await post("a=b"), await post("List-Unsubscribe=One-Click")]).toEqual([400, 200]);
    expect(await post("List-Unsubscribe=One-Click")).toBe(200);
    await addRun();
    expect(await listRecipients()).toHaveLength(1);
    await subscribeToNewDates(me, { slug });
    expect(await post("List-Unsubscribe=One-Click")).toBe(200);
    expect(await readNewDates(me, { slug })).toEqual({ on: false });
    await subscribeToNewDates(me, { slug });
    await addRun();
    const other = site.as(await makeUser(site.db));
    await subscribeToNewDates(other, { slug });
    const token = await readToken("stop");
    for (const changed of [`${token}x`, token.slice(1), token.toLowerCase()])
      await stopNewDates(site, { token: changed });
    expect(await readNewDates(me, { slug })).toEqual({ on: true });
    for (let click = 0; click < 2; click++) await stopNewDates(site, { token });
    expect([await readNewDates(me, { slug }), await readNewDates(other, { slug })]).toEqual([
      { on: false },
      { on: true },
    ]);
    await subscribeToNewDates(me, { slug });
    await stopMyNewDates(site, { slug });
    expect(await readNewDates(me, { slug })).toEqual({ on: true });
    await stopMyNewDates(me, { slug });
    expect(await readNewDates(me, { slug })).toEqual({ on: false });
  });

  it("S-01 an unconfirmed account neither sees, ends nor replaces the mailbox's subscription", async () => {
    await subscribe("owner@example.com");
    await confirmNewDates(site, { token: await readToken("confirm") });
    const stranger = site.as(await makeUser(site.db, { email: "owner@example.com", emailVerified: false }));
    expect(await readNewDates(stranger, { slug })).toEqual({ on: false });
    await expect(stopMyNewDates(stranger, { slug })).rejects.toMatchObject({ name: "ConfirmedAddressRequired" });
    expect(await site.db.select().from(courseInterests)).toMatchObject([{ email: "owner@example.com", userId: null }]);
    const other = site.as(await makeUser(site.db, { email: "other@example.com", emailVerified: false }));
    expect(await subscribeToNewDates(other, { slug })).toEqual({ confirmed: false });
    await addRun();
    expect(await listRecipients()).toEqual(["owner@example.com"]);
  });

  it("S-02 emails one mailbox at most three times a day, whatever the spelling", async () => {
    const limited = testContext(site.database, { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) });
    const subscribeLimited = (email: string) => subscribeToNewDates(limited, { slug, email });
    for (const email of ["sara+1@gmail.com", "s.ara@gmail.com", "SARA+2@gmail.com"]) await subscribeLimited(email);
    await expect(subscribeLimited("sara+3@gmail.com")).rejects.toMatchObject({ status: 429 });
    const unconfirmed = limited.as(await makeUser(site.db, { email: "sara+4@gmail.com", emailVerified: false }));
    await expect(subscribeToNewDates(unconfirmed, { slug })).rejects.toMatchObject({ status: 429 });
    expect(await mails()).toHaveLength(3);
    await subscribeLimited("else@gmail.com");
  });

  it("W-03 deletes addresses not confirmed within a week, and all data of an erased person", async () => {
    const me = await makeUser(site.db);
    await subscribeToNewDates(site.as(me), { slug });
    await subscribe("never@example.com");
    const entry = { runId, userId: me.id, seats: 2, rank: 1, joinedAt: site.now() };
    await site.db.insert(waitlistEntries).values(entry);
    site.clock.now = new Date(site.now().getTime() + 8 * 86_400_000);
    await expect(confirmNewDates(site, { token: await readToken("confirm") })).rejects.toMatchObject({ status: 404 });
    await deleteOldWaiting(site);
    expect(await site.db.select().from(courseInterests)).toMatchObject([{ email: me.email }]);
    expect(await readWaitlistData(site, me)).toMatchObject({ places: [{ seats: 2 }], new_dates: [{ slug }] });
    // Anyone can register with an address and not confirm it.
    const someone = { id: "other", email: me.email, emailVerified: false };
    expect((await readWaitlistData(site, someone)).new_dates).toEqual([]);
    expect((await readWaitlistData(site, { ...someone, emailVerified: true })).new_dates).toMatchObject([{ slug }]);
    const account = { ...me, isConfirmed: true, locale: "en" as const };
    await inTransaction(site, (ctx) => eraseEverything(ctx, { account, address: me.email }));
    expect(await readWaitlistData(site, me)).toEqual({ places: [], new_dates: [] });
  });

  it("W-03 keeps an ended waitlist entry for a year", async () => {
    const { id: userId } = await makeUser(site.db);
    const ended = { state: "ended" as const, ended: "left" as const, endedAt: site.now() };
    await site.db.insert(waitlistEntries).values({ runId, userId, seats: 1, rank: 1, joinedAt: site.now(), ...ended });
    const countAfter = async (days: number) => {
      await deleteOldWaiting({ ...site, now: () => new Date(site.now().getTime() + days * 86_400_000) });
      return (await site.db.select().from(waitlistEntries)).length;
    };
    expect([await countAfter(364), await countAfter(366)]).toEqual([1, 0]);
  });
});
