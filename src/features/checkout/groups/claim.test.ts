/** Claim links of paid seats: rejections first, then two people who open one at once. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { queueSeatMails } from "#features/seats/seat-mails.server.ts";
import { findTicket } from "#features/seats/tickets.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { createBarrier, withoutLocks, withStatements } from "#test/two-pools.ts";
import { claimSeat as claimEndpoint } from "./api.server.ts";
import { fieldMap } from "#platform/http/fields.server.ts";
import { claimSeat, readClaim } from "./claim.server.ts";
import { claimToken } from "./claim-token.server.ts";
import { eraseLinkAddresses, listSeatLinks, sendSeatLink, withdrawSeatLink } from "./seat-links.server.ts";
import { assignOpenSeats } from "#features/seats/assign-seats.server.ts";
import { consumeMailboxLimit } from "#platform/rate-limit.server.ts";

const mona = { name: "Mona Lami", name_other: "منى اللامي", email: "mona@example.com", scfhs_number: "00RN0000877" };
const omar = { name: "Omar Khalid", name_other: "", email: "omar@example.com", scfhs_number: "" };

describeOnDatabase("claim links", (open) => {
  let ctx: TestCtx;
  let visitor: TestCtx;
  let runId: number;
  let orderId: number;

  beforeEach(async () => {
    const database = await open();
    const buyer = await makeUser(database.db);
    visitor = testContext(database);
    ctx = visitor.as(buyer);
    runId = (await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 20 })).id;
    const company = { name: "Example General Hospital", vat_number: "300000000000003", address: "Riyadh" };
    orderId = (await paidOrders(ctx, 1, { runId, buyer, company }))[0] ?? 0;
    const [line] = await ctx.db.update(orderLines).set({ qty: 3 }).where(eq(orderLines.orderId, orderId)).returning();
    const now = ctx.now();
    await ctx.db.insert(enrolments).values(
      [2, 3].map((seat) => ({
        orderId,
        runId,
        seat,
        orderLineId: line?.id ?? 0,
        state: "confirmed" as const,
        heldUntil: now,
        createdAt: now,
        confirmedAt: now,
      })),
    );
  });
  const tokens = async () => (await listSeatLinks(ctx, { orderId })).map(({ url }) => url?.split("/").at(-1) ?? "");
  const seat = (number: number) => ({ orderId, runId, seat: number });
  const mails = async () =>
    (await ctx.db.execute(sql`select template || ' ' || "to" as mail from outbox_mail order by id`)).rows.map(
      ({ mail }) => mail,
    );
  const readClaimState = async (token: string) => (await readClaim(visitor, token)).state;

  it("S-20 limits mails about claimed seats and named attendees to three a day per mailbox", async () => {
    const strict = { ...visitor, env: testEnv({ RATE_LIMIT_FACTOR: "1" }) };
    for (const tag of ["", "+1", "+2"])
      await consumeMailboxLimit(strict, "formMailPerMailbox", `mona${tag}@example.com`, "seat:");
    const [token = ""] = await tokens();
    await expect(claimSeat(strict, { token, ...mona })).rejects.toMatchObject({ status: 429 });
    const { name_other: _, ...person } = mona;
    const assignment = assignOpenSeats(
      { ...strict, actor: ctx.actor, viewer: ctx.viewer },
      { order_id: orderId, attendees: [{ runId, seat: 2, ...person }] },
    );
    await expect(assignment).rejects.toMatchObject({ status: 429 });
    expect(await readClaimState(token)).toBe("open");
    expect(await mails()).toEqual([]);
  });

  it("X-03 another account or a visitor cannot list, send or withdraw links of an order", async () => {
    const other = ctx.as(await makeUser(ctx.db));
    for (const who of [other, { ...ctx, viewer: null }]) {
      const refused = who.viewer ? { status: 404 } : { status: 401 };
      await expect(listSeatLinks(who, { orderId })).rejects.toMatchObject(refused);
      await expect(sendSeatLink(who, { ...seat(2), email: mona.email })).rejects.toMatchObject(refused);
      await expect(withdrawSeatLink(who, seat(2))).rejects.toMatchObject(refused);
    }
    expect(await mails()).toEqual([]);
  });

  it("X-03 rejects a token with any bit changed, or of a seat that does not exist", async () => {
    const [token = ""] = await tokens();
    const bytes = Buffer.from(token, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ 1;
      await expect(claimSeat(visitor, { token: other.toString("base64url"), ...mona })).rejects.toThrow(NotFound);
    }
    for (const wrong of ["", "A".repeat(30), `${token}A`, "../../etc"])
      await expect(readClaim(visitor, wrong)).rejects.toThrow(NotFound);
    // A token with a valid signature for a seat that does not exist.
    const missingSeat = claimToken(ctx, { enrolmentId: 999_999, linkNumber: 1 });
    await expect(readClaim(visitor, missingSeat)).rejects.toThrow(NotFound);
    await expect(claimSeat(visitor, { token: missingSeat, ...mona })).rejects.toThrow(NotFound);
  });

  it("X-03 a link works once: the seat gets a person, a mail and a ticket, and is then taken", async () => {
    const [token = "", second = ""] = await tokens();
    expect(await readClaim(visitor, token)).toMatchObject({ state: "open", booked_by: "Example General Hospital" });
    await sendSeatLink(ctx, { ...seat(1), email: mona.email });
    const { ticket } = await claimSeat(visitor, { token, ...mona });
    expect((await findTicket(visitor, ticket))?.seat).toMatchObject({
      attendeeName: mona.name,
      attendeeNameOther: mona.name_other,
      attendeeEmail: mona.email,
      scfhsNumber: mona.scfhs_number,
    });
    expect(await mails()).toEqual(["seat-link mona@example.com", "attendee-place mona@example.com"]);
    expect(await readClaimState(token)).toBe("taken");
    await expect(claimSeat(visitor, { token, ...omar })).rejects.toThrow(Conflict);
    // The same person has one seat of a date.
    await expect(claimSeat(visitor, { token: second, ...mona })).rejects.toThrow(ValidationError);
    const [first] = await listSeatLinks(ctx, { orderId });
    expect(first).toMatchObject({ seat: 1, url: null, name: mona.name, sent_to: null });
    expect(first?.claimed_at).not.toBeNull();
    await expect(sendSeatLink(ctx, { ...seat(1), email: omar.email })).rejects.toThrow(Conflict);
  });

  it("U-10 mails about a claimed seat use the language of the claim page", async () => {
    const [token = "", second = ""] = await tokens();
    await makeUser(ctx.db, { email: omar.email, emailVerified: true, locale: "en" });
    await claimSeat({ ...visitor, locale: "ar" }, { token, ...mona });
    await claimSeat({ ...visitor, locale: "ar" }, { token: second, ...omar });
    await queueSeatMails(ctx, "seat-given-on", eq(enrolments.attendeeEmail, mona.email));
    const { rows } = await ctx.db.execute(sql`select template, "to", locale from outbox_mail order by id`);
    expect(rows).toEqual([
      { template: "attendee-place", to: mona.email, locale: "ar" },
      { template: "attendee-place", to: omar.email, locale: "ar" },
      { template: "seat-given-on", to: mona.email, locale: "ar" },
    ]);
  });

  it("U-11 S-14 validates the names of a claim: Latin and Arabic letters, no address; B-07 removes invisible marks", () => {
    const parseClaim = (person: object) => {
      const parsed = claimEndpoint.body.safeParse({ token: "x", ...mona, ...person });
      return parsed.error ? fieldMap(parsed.error, "en") : parsed.data;
    };
    expect(parseClaim({ name: "ليلى الحربي", name_other: "" })).toEqual({ name: ["Enter the name in Latin letters."] });
    expect(parseClaim({ name_other: "Mona Lami" })).toEqual({ name_other: ["Enter the name in Arabic script."] });
    expect(parseClaim({ name: "www.evil.test" })).toEqual({
      name: ["Enter the name alone, without web or email addresses."],
    });
    expect(parseClaim({ name: "\u202aMona Lami\u202c", name_other: "\u200f\u200b" })).toMatchObject({
      name: "Mona Lami",
      name_other: "",
    });
  });

  const claimAtOnce = (site: TestCtx, token: string) =>
    Promise.allSettled([mona, omar].map((person) => claimSeat(site, { token, ...person })));

  it("X-03 two claims at once: one gets the seat, the other gets a conflict", async () => {
    const [token = ""] = await tokens();
    const results = await claimAtOnce(visitor, token);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused.map(({ reason }) => String(reason))).toEqual([expect.stringMatching(/just been taken/)]);
    const named = await ctx.db.$count(enrolments, sql`attendee_email in (${mona.email}, ${omar.email})`);
    expect(named).toBe(1);
  });

  it("X-03 negative control: without the locks and the condition of the update both claims succeed", async () => {
    const [token = ""] = await tokens();
    const isOpen = / and "enrolment"."attendee_email" is null/;
    const unlocked = withStatements(withoutLocks(ctx.database), ({ sql }) => sql.replace(isOpen, ""));
    const results = await claimAtOnce(testContext(createBarrier(2)(unlocked)), token);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });

  it("X-03 a withdrawn link stops working; the seat gets another, which can be mailed", async () => {
    const [token = ""] = await tokens();
    await sendSeatLink(ctx, { ...seat(1), email: mona.email });
    await withdrawSeatLink(ctx, seat(1));
    expect(await readClaimState(token)).toBe("withdrawn");
    await expect(claimSeat(visitor, { token, ...mona })).rejects.toThrow(/withdrawn/);
    const [next] = await listSeatLinks(ctx, { orderId });
    expect(next).toMatchObject({ sent_to: null, sent_at: null });
    const newToken = next?.url?.split("/").at(-1) ?? "";
    expect(newToken).not.toBe(token);
    await sendSeatLink(ctx, { ...seat(1), email: omar.email });
    await claimSeat(visitor, { token: newToken, ...omar });
    expect(await readClaimState(token)).toBe("withdrawn");
  });

  it("erases addresses that links were sent to, with their person or the buyer, and keeps the links", async () => {
    await sendSeatLink(ctx, { ...seat(1), email: mona.email });
    await sendSeatLink(ctx, { ...seat(2), email: omar.email });
    const sentTo = async () => (await listSeatLinks(ctx, { orderId })).map(({ sent_to }) => sent_to);
    await eraseLinkAddresses(ctx, { address: "Mona@example.com" });
    expect(await sentTo()).toEqual([null, omar.email, null]);
    await eraseLinkAddresses(ctx, { buyerId: ctx.viewer?.id ?? "" });
    expect(await sentTo()).toEqual([null, null, null]);
    expect(await readClaimState((await tokens())[0] ?? "")).toBe("open");
  });

  it("X-03 rejects a claim once seat or run is cancelled or has begun, and says why; a refunded order has no links", async () => {
    const all = await tokens();
    const [token = ""] = all;
    const expectState = async (state: string) => {
      expect(await readClaimState(token)).toBe(state);
      await expect(claimSeat(visitor, { token, ...mona })).rejects.toThrow(Conflict);
    };
    const [session] = await ctx.db
      .select()
      .from(runSessions)
      .where(eq(runSessions.runId, runId))
      .orderBy(runSessions.startsAt)
      .limit(1);
    const atStart = { ...visitor, now: () => session?.startsAt ?? ctx.now() };
    expect((await readClaim(atStart, token)).state).toBe("begun");
    const justBefore = { ...visitor, now: () => new Date((session?.startsAt.getTime() ?? 0) - 1) };
    expect((await readClaim(justBefore, token)).state).toBe("open");
    await expect(claimSeat(atStart, { token, ...mona })).rejects.toThrow(/first session/);
    expect(await listSeatLinks({ ...ctx, now: atStart.now }, { orderId })).toEqual([]);

    await ctx.db.execute(
      sql`update enrolment set state = 'cancelled', ended_at = now() where order_id = ${orderId} and seat = 1`,
    );
    await expectState("cancelled");
    await expect(withdrawSeatLink(ctx, seat(1))).rejects.toThrow(Conflict);
    expect(await tokens()).toEqual(all.slice(1));
    await ctx.db.execute(sql`update course_run set cancelled_at = now() where id = ${runId}`);
    await expectState("run-cancelled");
    await ctx.db.update(orders).set({ status: "refunded" }).where(eq(orders.id, orderId));
    expect(await tokens()).toEqual([]);
    await expect(sendSeatLink(ctx, { ...seat(2), email: mona.email })).rejects.toThrow(Conflict);
    expect(await mails()).toEqual([]);
  });
});
