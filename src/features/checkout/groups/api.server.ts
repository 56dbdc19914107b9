import { z } from "zod";
import { beginCheckout } from "#features/checkout/api.server.ts";
import { boundedLimit } from "#platform/bounded-limit.ts";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import { bookByTransfer as book } from "#features/checkout/book-by-transfer.server.ts";
import { proformaPdf } from "#features/settlement/quotes/proforma.server.ts";
import { id, money, withRunId } from "#features/orders/fields.server.ts";
import { checkOtherName, personName } from "#features/people/person.server.ts";
import { scriptProblem } from "#features/people/names.ts";
import { seatPersonFields } from "#features/seats/attendees.server.ts";
import { endpoint, fileReply } from "#platform/http/endpoint.server.ts";
import { emailField, whole, always, type FieldProblem } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { checkPeople as check } from "./check-people.server.ts";
import { claimSeat as claim } from "./claim.server.ts";
import { maxListed } from "./people-list.ts";
import { listSeatLinks, sendSeatLink as send, withdrawSeatLink as withdraw } from "./seat-links.server.ts";
import { addressNotConfirmed } from "#features/people/confirmed-address.server.ts";
import { returnTransferBooking } from "#features/settlement/transfers/transfers.server.ts";

/** As typed: problems are reported per line, not for the whole request. */
const typed = z.string("invalid").max(400, "invalid");
const typedPerson = z.object({ name: typed, email: typed, scfhs_number: typed });

export const checkPeople = endpoint({
  summary: "Checks a list of people for a course date, line by line; keeps nothing",
  description: "As read from a pasted list or a file, which stay in the browser; again once lines are mended.",
  session: "required",
  limit: "assignSeatsPerAddress",
  body: z.object({
    course_id: id,
    people: z.array(typedPerson).max(maxListed, "invalid"),
  }),
  reply: z.object({
    people: z.array(
      typedPerson.extend({
        state: z.enum(["ready", "fix", "twice", "booked"]),
        errors: z.record(z.string(), z.array(z.string())).meta({ description: "By field, of a line to fix" }),
        same_as: z.number().nullable().meta({ description: "The line with the same address, from 1" }),
      }),
    ),
  }),
  errors: { 403: addressNotConfirmed, 404: "No such course date." },
  handle: async (ctx, { course_id: runId, people }) => ({ people: await check(ctx, { runId, people }) }),
});

export const bookByTransfer = endpoint({
  summary: "Books seats that a company pays by bank transfer: held until the last day to pay",
  description:
    "`items`, `billing`, `company` and `attendees` as begin-checkout takes them; `total` is what the page shows, including VAT. From the total, the days before the course and up to the seats of the settings. The same seats again are the same order.",
  session: "required",
  limit: "checkoutPerAddress",
  body: beginCheckout.body.extend({ total: money }),
  reply: z.object({
    order_id: z.number(),
    total: money,
    due_on: z.string().meta({ description: "Last day to pay, YYYY-MM-DD" }),
  }),
  errors: {
    403: addressNotConfirmed,
    404: "No such course date.",
    409: "Below the total of the settings, too near to the course, at another price by now; ended, closed, sold out, or the caller is already registered.",
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

export const returnBooking = endpoint({
  summary: "Gives the seats of the caller's booking by transfer back before it is paid",
  session: "required",
  body: z.object({ order_id: id }),
  reply: z.object({ message: z.string() }),
  errors: { 404: "No such booking of the caller.", 409: "Paid" },
  handle: async (ctx, { order_id: orderId }) => {
    await returnTransferBooking(ctx, { orderId });
    return { message: m.groups_transfer_returned({}, { locale: ctx.locale }) };
  },
});

/** Only a few places in the queue of PDFs. */
const drawingPlaces = boundedLimit(1, 8);

export const proforma = endpoint({
  summary: "The proforma invoice of an order that waits for a bank transfer, as PDF: no tax document",
  session: "required",
  limit: "quotePerAddress",
  body: z.object({ order_id: id }),
  file: "application/pdf",
  reply: fileReply,
  errors: {
    404: "No such order of the caller.",
    409: "It waits for no transfer.",
    503: "Too many PDFs wait to be drawn; see Retry-After (seconds).",
  },
  handle: async (ctx, { order_id: orderId }) => {
    const bytes = await drawingPlaces(() => proformaPdf(ctx, { orderId }));
    return { bytes: Uint8Array.from(bytes), filename: `proforma-${orderId}.pdf` };
  },
});

const links = z.array(
  z.object({
    course_id: z.number(),
    seat: z.number().meta({ description: "From 1 within its line" }),
    url: z.string().nullable().meta({ description: "Takes the seat, once; null when it is taken" }),
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
const conflict = "Not paid, named by now, begun, cancelled or refunded.";

export const seatLinks = endpoint({
  summary: "Claim links of the seats without a name of a paid order, and who has claimed one",
  session: "required",
  body: z.object({ order_id: id }),
  reply: z.object({ links }),
  errors: { 403: addressNotConfirmed, 404: "No such order of the caller." },
  handle: async (ctx, input) => ({ links: await listSeatLinks(ctx, { orderId: input.order_id }) }),
});

export const sendSeatLink = endpoint({
  summary: "Sends a seat's claim link by email, also again",
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
  summary: "Withdraws a seat's claim link: it no longer works, and the seat has a new one",
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
    .superRefine(checkOtherName, always),
  reply: z.object({ ticket: z.string().meta({ description: "Token of `/ticket/{token}`" }) }),
  errors: {
    404: "No such link.",
    409: "The seat is taken, the link withdrawn, the seat refunded, the course begun or cancelled.",
  },
  handle: claim,
});
