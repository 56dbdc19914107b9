import { eq } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "./tables.server.ts";
import { orderLines } from "#features/orders/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { consumeAddressLimit } from "#platform/rate-limit.server.ts";
import { isSame, sign } from "#platform/signing.server.ts";
import { m } from "#messages";
import type { TicketState } from "./ticket.schema.ts";

type Run = typeof courseRuns.$inferSelect;
type Seat = typeof enrolments.$inferSelect;
/**
 * The parts of a seat that its token signs. Naming an attendee changes the address, which makes the old token invalid.
 * A transfer creates a new row with a token of its own; the old token then opens a ticket in the state `given-on`.
 */
export type TicketSeat = Pick<Seat, "id" | "attendeeEmail">;

export interface Ticket {
  seat: Seat;
  run: Run;
  /** The course as it was ordered, but with its current picture. */
  course: { slug: string; nameEng: string; nameAr: string | null; image: string };
  state: TicketState;
}

/** A token has the seat's id in four bytes, then 128 bits of the signature. */
const idBytes = 4;
const signatureBytes = 16;
const codeBytes = 5;
const tokenPattern = /^[\w-]{27}$/;
/** Largest id that the database column can store. */
const largestId = 2_147_483_647;

const signTicket = (ctx: Pick<Ctx, "env">, { id, attendeeEmail }: TicketSeat): Buffer =>
  sign(ctx, `ticket:${id}:${attendeeEmail ?? ""}`);

/** The secret part of a ticket's address. */
export function ticketToken(ctx: Pick<Ctx, "env">, seat: TicketSeat): string {
  const id = Buffer.alloc(idBytes);
  id.writeUInt32BE(seat.id);
  return Buffer.concat([id, signTicket(ctx, seat).subarray(0, signatureBytes)]).toString("base64url");
}

/** Absolute address of a ticket. */
export const ticketUrl = (ctx: Pick<Ctx, "env">, seat: TicketSeat, locale: Locale): string =>
  `${ctx.env.BASE_URL}${localePath(`/ticket/${ticketToken(ctx, seat)}`, locale)}`;

/** Characters of short codes, without O, I, 0 and 1, which look alike. */
const codeCharacters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/**
 * Short code below the QR code, such as `4F2C-8KQ7`, to type at the door of a run. It does not open the ticket's page
 * and is not part of the token.
 */
export function ticketCode(ctx: Pick<Ctx, "env">, seat: TicketSeat): string {
  const bytes = signTicket(ctx, seat).subarray(signatureBytes, signatureBytes + codeBytes);
  let bits = BigInt(`0x${bytes.toString("hex")}`);
  let code = "";
  for (; code.length < 8; bits >>= 5n) code += codeCharacters[Number(bits & 31n)];
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

function getTicketState(ctx: Ctx, seat: Seat, run: Run): TicketState {
  if (run.cancelledAt !== null) return "run-cancelled";
  if (seat.state === "held") return "unpaid";
  if (seat.state === "transferred") return "given-on";
  if (seat.state === "cancelled") return "cancelled";
  if (run.endDate < riyadhDate(ctx.now())) return "finished";
  return seat.attendeeName === null ? "unnamed" : "valid";
}

const columns = {
  slug: orderLines.slug,
  nameEng: orderLines.nameEng,
  nameAr: orderLines.nameAr,
  image: courses.image,
};

/** Whether a token belongs to the seat and its present attendee. */
export function isTicketToken(ctx: Pick<Ctx, "env">, seat: TicketSeat, token: string): boolean {
  return isSame(Buffer.from(token), Buffer.from(ticketToken(ctx, seat)));
}

/**
 * Finds the ticket of a token, in any state of its seat. Returns null for an unknown token and for one from before the
 * seat got its attendee. Whoever has the token may read the ticket. Does not count attempts; use `openTicket` for
 * public pages.
 */
export async function findTicket(ctx: Ctx, token: string): Promise<Ticket | null> {
  if (!tokenPattern.test(token)) return null;
  const id = Buffer.from(token, "base64url").readUInt32BE();
  if (id > largestId) return null;
  const [row] = await ctx.db
    .select({ seat: enrolments, run: courseRuns, course: columns })
    .from(enrolments)
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .where(eq(enrolments.id, id));
  if (!row || !isTicketToken(ctx, row.seat, token)) return null;
  return { ...row, state: getTicketState(ctx, row.seat, row.run) };
}

/**
 * As `findTicket`, with a limit of failed attempts per IP address. Successful ones do not count, because everyone in a
 * hospital may open their ticket from one address on the same morning. Throws NotFound, RateLimited.
 */
export async function openTicket(ctx: Ctx, token: string): Promise<Ticket> {
  const ticket = await findTicket(ctx, token);
  if (ticket) return ticket;
  await consumeAddressLimit(ctx, "ticketPerAddress");
  throw new NotFound(m.tickets_unknown({}, { locale: ctx.locale }));
}
