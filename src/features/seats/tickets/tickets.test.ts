/** Which tokens open a ticket, and the ticket's state after each change of its seat. */
import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import manifest from "#db/demo/media/manifest.json" with { type: "json" };
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { NotFound, RateLimited } from "#platform/errors.ts";
import { limits } from "#platform/rate-limit.server.ts";
import { replacePerson, cancelSeat, writePerson } from "#features/seats/person-of-seat.server.ts";
import { queueSeatMails } from "#features/seats/seat-mails.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import {
  findTicket,
  isTicketToken,
  openTicket,
  ticketCode,
  ticketToken,
  ticketUrl,
} from "#features/seats/tickets.server.ts";
import { readTicket } from "./ticket-page.server.ts";

const huda = { name: "Huda Salem", email: "huda@example.com" };
const omar = { name: "Omar Khalid", email: "omar@example.com", scfhsNumber: "", userId: null };

describeOnDatabase("tickets", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let orderId: number;
  const seatRow = async (seat: number) => {
    const rows = await ctx.db.select().from(enrolments).where(eq(enrolments.orderId, orderId));
    const enrolment = rows.find((row) => row.seat === seat);
    if (!enrolment) throw new Error(`no seat ${seat}`);
    return enrolment;
  };
  const readTicketState = async (token: string) => (await findTicket(ctx, token))?.state ?? null;

  beforeEach(async () => {
    ctx = testContext(await open(), { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) });
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id)).id;
    [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await bookPlace(ctx, { orderId, runId, seat: 1, ...huda });
    await bookPlace(ctx, { orderId, runId, seat: 2, name: "Dana R.", email: "dana@example.com" });
  });

  it("T-01 finds no ticket for a malformed, altered, shortened or lengthened token, or one of another seat or site", async () => {
    const [first, second] = [await seatRow(1), await seatRow(2)];
    const token = ticketToken(ctx, first);
    const other = ticketToken(ctx, second);
    const otherSite = { env: testEnv({ AUTH_SECRET: "another-secret-of-more-than-32-characters" }) };
    const otherLastLetter = token.endsWith("A") ? "B" : "A";
    const tokenFor = (seat: typeof first, change: Partial<typeof first>) => ticketToken(ctx, { ...seat, ...change });
    const malformed = ["", "x", "../../etc", "4F2C-8KQ7", ticketCode(ctx, first), "_".repeat(27), "A".repeat(27)];
    const altered = [
      `${token}A`,
      ` ${token}`,
      token.slice(1),
      token.slice(0, -1),
      token.slice(0, -1) + otherLastLetter,
    ];
    const foreign = [
      other.slice(0, 6) + token.slice(6),
      ticketToken(otherSite, first),
      tokenFor(first, { id: 999_999 }),
    ];
    const invalidTokens = [
      ...malformed,
      ...altered,
      ...foreign,
      token.toLowerCase(),
      tokenFor(first, { attendeeEmail: null }),
    ];
    for (const attempt of invalidTokens) expect(await readTicketState(attempt), attempt).toBeNull();
    expect(await readTicketState(token)).toBe("valid");
  });

  it("T-01 none of 100,000 guesses is a seat's ticket; an IP address is refused after 60 wrong guesses", async () => {
    const seat = await seatRow(1);
    const token = ticketToken(ctx, seat);
    const guess = () => token.slice(0, 6) + randomBytes(16).toString("base64url").slice(0, 21);
    const guesses = randomBytes(100_000 * 16);
    const isHit = (index: number) =>
      isTicketToken(
        ctx,
        seat,
        token.slice(0, 6) + guesses.toString("base64url", index * 16, index * 16 + 16).slice(0, 21),
      );
    expect(Array.from({ length: 100_000 }, (_, index) => index).filter(isHit)).toEqual([]);
    for (let index = 0; index < limits.ticketPerAddress.max; index += 1)
      await expect(openTicket(ctx, guess())).rejects.toThrow(NotFound);
    await expect(openTicket(ctx, guess())).rejects.toThrow(RateLimited);
    // A valid ticket still opens for others at that address.
    expect((await openTicket(ctx, token)).seat.id).toBe(seat.id);
  });

  it("T-01 after a seat is given on, the former ticket shows that and the new one is valid", async () => {
    const former = await seatRow(1);
    const newSeatId = await replacePerson(ctx, former, omar);
    const newSeat = await seatRow(1);
    expect([former.id === newSeatId, await readTicketState(ticketToken(ctx, former))]).toEqual([false, "given-on"]);
    expect((await findTicket(ctx, ticketToken(ctx, newSeat)))?.seat).toMatchObject({
      id: newSeatId,
      attendeeName: omar.name,
    });
  });

  it("T-01 naming a seat changes its ticket; correcting the name does not", async () => {
    const nameless = { ...huda, attendeeName: null, attendeeEmail: null, scfhsNumber: null };
    await ctx.db.update(enrolments).set(nameless).where(eq(enrolments.seat, 1));
    const before = ticketToken(ctx, await seatRow(1));
    expect(await readTicketState(before)).toBe("unnamed");
    const { id } = await seatRow(1);
    await writePerson(ctx, id, omar);
    const token = ticketToken(ctx, await seatRow(1));
    expect([await readTicketState(before), await readTicketState(token)]).toEqual([null, "valid"]);
    await writePerson(ctx, id, { ...omar, name: "Omar Al-Khalid", scfhsNumber: "00-RN-1" });
    expect((await findTicket(ctx, token))?.seat.attendeeName).toBe("Omar Al-Khalid");
  });

  it("T-01 shows a cancelled seat, an unpaid seat, a cancelled run and a finished run", async () => {
    const seat = await seatRow(1);
    const token = ticketToken(ctx, seat);
    const dana = ticketToken(ctx, await seatRow(2));
    await cancelSeat(ctx, seat.id);
    expect(await readTicketState(token)).toBe("cancelled");
    const held = { state: "held" as const, confirmedAt: null };
    await ctx.db.update(enrolments).set(held).where(eq(enrolments.seat, 2));
    expect(await readTicketState(dana)).toBe("unpaid");
    await ctx.db.update(enrolments).set({ state: "confirmed", confirmedAt: ctx.now() }).where(eq(enrolments.seat, 2));
    ctx.clock.now = new Date(ctx.now().getTime() + 90 * 86_400_000);
    expect(await readTicketState(dana)).toBe("finished");
    await ctx.db.update(courseRuns).set({ cancelledAt: ctx.now() }).where(eq(courseRuns.id, runId));
    expect(await readTicketState(dana)).toBe("run-cancelled");
  });

  it("L-1 the ticket's header uses the course cover for a dark background", async () => {
    const cover = manifest["risk-register-people-use"];
    await ctx.db.update(courses).set({ image: cover });
    expect((await readTicket(ctx, ticketToken(ctx, await seatRow(1)))).course.image).toBe(`${cover}-dark`);
  });

  it("T-01 a seat's mail links the ticket in the attendee's language; a cancellation links none", async () => {
    const newSeatId = await replacePerson(ctx, await seatRow(1), omar);
    await makeUser(ctx.db, { name: omar.name, email: omar.email, locale: "ar" });
    await queueSeatMails(ctx, "attendee-place", eq(enrolments.id, newSeatId));
    await queueSeatMails(ctx, "seat-cancelled", eq(enrolments.id, newSeatId));
    const { rows } = await ctx.db.execute(sql`select props ->> 'ticketUrl' as ticket from outbox_mail order by id`);
    expect(rows).toEqual([{ ticket: ticketUrl(ctx, await seatRow(1), "ar") }, { ticket: null }]);
  });

  it("T-01 a ticket has an address in both languages and a code of eight characters that differs from other seats'", async () => {
    const seat = await seatRow(1);
    const token = ticketToken(ctx, seat);
    expect(Buffer.from(token, "base64url")).toHaveLength(4 + 128 / 8);
    expect(ticketUrl(ctx, seat, "en")).toBe(`${ctx.env.BASE_URL}/ticket/${token}`);
    expect(ticketUrl(ctx, seat, "ar")).toBe(`${ctx.env.BASE_URL}/ar/ticket/${token}`);
    expect(ticketCode(ctx, seat)).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
    expect(ticketCode(ctx, seat)).not.toBe(ticketCode(ctx, await seatRow(2)));
  });
});
