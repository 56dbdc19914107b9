import { z } from "zod";
import { beginCheckout } from "#features/checkout/api.server.ts";
import { limitConcurrency } from "#platform/bounded-limit.ts";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import { bookByTransfer as book } from "#features/checkout/book-by-transfer.server.ts";
import { proformaPdf } from "#features/settlement/quotes/proforma.server.ts";
import { id, amountText, withRunId } from "#features/orders/fields.server.ts";
import { checkOtherName, personName } from "#features/people/person.server.ts";
import { scriptProblem } from "#features/people/names.ts";
import { seatPersonFields } from "#features/seats/attendees.server.ts";
import { endpoint, fileReply } from "#platform/http/endpoint.server.ts";
import { emailField, whole, evenIfFieldsAreInvalid, type FieldProblem } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { checkPeople as check } from "./check-people.server.ts";
import { claimSeat as claim } from "./claim.server.ts";
import { maxListed } from "./people-list.ts";
import { listSeatLinks, sendSeatLink as send, withdrawSeatLink as withdraw } from "./seat-links.server.ts";
import { addressNotConfirmed } from "#features/people/confirmed-address.server.ts";
import { cancelTransferBooking as cancel } from "#features/settlement/transfers/transfers.server.ts";

/** Text as the person entered it. The reply reports problems per line, so the request as a whole is not refused. */
const rawText = z.string("invalid").max(400, "invalid");
const rawPerson = z.object({ name: rawText, email: rawText, scfhs_number: rawText });

export const checkPeople = endpoint({
  summary: "Checks a list of people for a course date, line by line; stores nothing",
  description:
    "The browser reads a pasted list or a file and sends the people in it. It sends the list again after corrections.",
  session: "required",
  limit: "assignSeatsPerAddress",
  body: z.object({
    course_id: id,
    people: z.array(rawPerson).max(maxListed, "invalid"),
  }),
  reply: z.object({
    people: z.array(
      rawPerson.extend({
        state: z.enum(["ready", "fix", "twice", "booked"]),
        errors: z.record(z.string(), z.array(z.string())).meta({ description: "Messages by field, for state `fix`" }),
        same_as: z
          .number()
          .nullable()
          .meta({ description: "For state `twice`, number of the first line with the same address, from 1" }),
      }),
    ),
  }),
  errors: { 403: addressNotConfirmed, 404: "No such course date." },
  handle: async (ctx, { course_id: runId, people }) => ({ people: await check(ctx, { runId, people }) }),
});

export const bookByTransfer = endpoint({
  summary: "Books seats that a company pays by bank transfer; they are held until the last day to pay",
  description:
    "`items`, `billing`, `company` and `attendees` are the same as in begin-checkout; `total` is the total that the page shows, including VAT. The settings define the minimum total, the minimum days before the course and the maximum seats. Booking the same seats again returns the same order.",
  session: "required",
  limit: "checkoutPerAddress",
  body: beginCheckout.body.extend({ total: amountText }),
  reply: z.object({
    order_id: z.number(),
    total: amountText,
    due_on: z.string().meta({ description: "Last day to pay, YYYY-MM-DD" }),
  }),
  errors: {
    403: addressNotConfirmed,
    404: "No such course date.",
    409: "The total is below the minimum, the course is too near, or the price has changed; or the course has ended, is closed or sold out, or the caller is already registered.",
  },
  handle: async (ctx, { items, attendees, total, discount_code: discountCode, ...rest }) => {
    const booked = await book(ctx, {
      ...rest,
      discountCode,
      items: items.map(withRunId),
      attendees: attendees?.map(withRunId),
      totalHalalas: halalasFromDecimal(total) ?? -1,
    });
    return { order_id: booked.orderId, total: decimalFromHalalas(booked.totalHalalas), due_on: booked.dueOn };
  },
});

export const cancelTransferBooking = endpoint({
  summary: "Cancels the caller's unpaid booking by transfer and releases its seats",
  session: "required",
  body: z.object({ order_id: id }),
  reply: z.object({ message: z.string() }),
  errors: { 404: "No such booking of the caller.", 409: "The booking is paid." },
  handle: async (ctx, { order_id: orderId }) => {
    await cancel(ctx, { orderId });
    return { message: m.groups_transfer_returned({}, { locale: ctx.locale }) };
  },
});

/** Draws one proforma at a time; at most 8 requests may wait. */
const drawingLimit = limitConcurrency({ maxRunning: 1, maxQueued: 8 });

export const proforma = endpoint({
  summary:
    "Returns the proforma invoice of an order that waits for a bank transfer, as a PDF; it is not a tax document",
  session: "required",
  limit: "quotePerAddress",
  body: z.object({ order_id: id }),
  file: "application/pdf",
  reply: fileReply,
  errors: {
    404: "No such order of the caller.",
    409: "The order does not wait for a bank transfer.",
    503: "Too many PDFs wait to be drawn; see Retry-After (seconds).",
  },
  handle: async (ctx, { order_id: orderId }) => {
    const bytes = await drawingLimit(() => proformaPdf(ctx, { orderId }));
    return { bytes: Uint8Array.from(bytes), filename: `proforma-${orderId}.pdf` };
  },
});

const links = z.array(
  z.object({
    course_id: z.number(),
    seat: z.number().meta({ description: "Number of the seat within its line, from 1" }),
    url: z.string().nullable().meta({ description: "Claim link, which works once; null when the seat is taken" }),
    sent_to: z.string().nullable(),
    sent_at: z.string().nullable(),
    name: z.string().nullable(),
    claimed_at: z.string().nullable(),
  }),
);
const seatFields = { order_id: id, course_id: id, seat: whole(1, 1000) };
const toSeat = (input: { order_id: number; course_id: number; seat: number }) => ({
  orderId: input.order_id,
  runId: input.course_id,
  seat: input.seat,
});
const conflict =
  "The order is not paid, the seat has an attendee by now or is cancelled or refunded, or the course has begun.";

export const seatLinks = endpoint({
  summary: "Lists the claim links of a paid order's seats without an attendee, and the people who have claimed one",
  session: "required",
  body: z.object({ order_id: id }),
  reply: z.object({ links }),
  errors: { 403: addressNotConfirmed, 404: "No such order of the caller." },
  handle: async (ctx, input) => ({ links: await listSeatLinks(ctx, { orderId: input.order_id }) }),
});

export const sendSeatLink = endpoint({
  summary: "Sends a seat's claim link by email; may be repeated",
  session: "required",
  limit: "assignSeatsPerAddress",
  body: z.object({ ...seatFields, email: emailField() }),
  reply: z.object({ links, message: z.string() }),
  errors: { 403: addressNotConfirmed, 404: "No such order of the caller.", 409: conflict },
  handle: async (ctx, input) => {
    await send(ctx, { ...toSeat(input), email: input.email });
    const message = m.groups_link_sent({ email: input.email }, { locale: ctx.locale });
    return { links: await listSeatLinks(ctx, { orderId: input.order_id }), message };
  },
});

export const withdrawSeatLink = endpoint({
  summary: "Withdraws a seat's claim link: it no longer works, and the seat gets a new link",
  session: "required",
  limit: "assignSeatsPerAddress",
  body: z.object(seatFields),
  reply: z.object({ links, message: z.string() }),
  errors: { 404: "No such order of the caller.", 409: conflict },
  handle: async (ctx, input) => {
    await withdraw(ctx, toSeat(input));
    const message = m.groups_link_withdrawn({}, { locale: ctx.locale });
    return { links: await listSeatLinks(ctx, { orderId: input.order_id }), message };
  },
});

export const claimSeat = endpoint({
  summary: "Takes the seat of a claim link, for anyone who has the link",
  session: "optional",
  limit: "claimPerAddress",
  body: z
    .object({
      token: z.string("required").max(100),
      ...seatPersonFields,
      // The form asks for the English name, because it comes first on the certificate.
      name: personName().refine((name) => scriptProblem(name, "latin") === null, "latin" satisfies FieldProblem),
    })
    .superRefine(checkOtherName, evenIfFieldsAreInvalid),
  reply: z.object({ ticket: z.string().meta({ description: "Token of `/ticket/{token}`" }) }),
  errors: {
    404: "No such link.",
    409: "The seat is taken or refunded, the link is withdrawn, or the course has begun or is cancelled.",
  },
  handle: claim,
});
