import { z } from "zod";
import { requireViewer } from "#platform/context.server.ts";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { line } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { beginCheckout as begin } from "./begin-checkout.server.ts";
import { attendeeSchema, seatAssignmentSchema } from "./attendees.server.ts";
import { billingSchema, billingSchemaWith, companySchema } from "./billing.server.ts";
import { assignOpenSeats } from "./assign-seats.server.ts";
import { listMyOrders, myOrder } from "./orders.server.ts";
import { maxLines, maxQty } from "./pricing.ts";
import { checkCourseBooking as check } from "./registrations.server.ts";
import { processPayment as process, receiveWebhook, updatePaymentStatus as update } from "./report-payment.server.ts";

const id = z.int("invalid").positive("invalid").max(2_147_483_647, "invalid");
const userId = line(64);
const orderStatus = z.enum(["pending", "paid", "failed", "expired", "refunded", "partially_refunded"]);
/** A decimal amount, as text or as a JSON number. */
const amount = z.union([z.string().max(20), z.number()], "required").transform(String);
const money = z.string().meta({ description: "SAR, two decimals", example: "1150.00" });

const lineReply = z.object({
  course_id: z.number(),
  slug: z.string(),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  qty: z.number(),
  unit_price: money,
  amount: money,
  image: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  days: z.number(),
  hours: z.number(),
  accreditation_status: z.enum(["none", "pending", "accredited"]),
  venue_eng: z.string(),
  venue_ar: z.string().nullable(),
  attendees: z.array(z.object({ name: z.string(), email: z.string(), scfhs_number: z.string() })),
  seats_to_name: z
    .array(z.number())
    .meta({ description: "Seats that have no name and can still be named with assign-seats" }),
});
const orderReply = z.object({
  id: z.number(),
  created_at: z.string(),
  sub_total: money,
  tax: money,
  tax_percent: z.number(),
  total: money,
  currency: z.literal("SAR"),
  payment: z.object({
    status: orderStatus,
    returning: z.boolean().meta({ description: "Money of the order is on its way back" }),
    returned: money
      .nullable()
      .meta({ description: "What has gone back to the card; the status of an order that was never paid stays" }),
    reason: z.string().nullable().meta({
      description: "Why money goes back, or why an unpaid order ended: run-cancelled, price-changed, sold-out …",
    }),
    message: z.string().nullable(),
    card_scheme: z.string().nullable(),
    card_masked: z.string().nullable(),
  }),
  course: z.object({ id: z.number(), slug: z.string(), name_eng: z.string(), name_ar: z.string().nullable() }),
  lines: z.array(lineReply),
  billing: z.object({
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string(),
    address_1: z.string(),
    address_2: z.string(),
    state: z.string(),
    city: z.string(),
    zipcode: z.string(),
  }),
  company: z.object({ name: z.string(), vat_number: z.string(), address: z.string() }).nullable(),
  held_until: z.string().nullable(),
});

const people = z
  .array(attendeeSchema, "required")
  .max(maxLines * maxQty, "invalid")
  .nullish()
  .meta({
    description: "Who attends: one for each seat of a line that is not named later (`course_id` is the run's id)",
  });
/** Far above what can be bought: the verb refuses larger groups with a sentence that says whom to ask. */
const groupQty = z.int("invalid").min(1, "invalid").max(100_000, "invalid");
const item = z
  .object({
    course_id: id,
    qty: groupQty,
    named_later: z
      .int("invalid")
      .min(0, "invalid")
      .optional()
      .meta({ description: "Seats, the last ones, whose people are named after the purchase, with assign-seats" }),
  })
  .refine(({ qty, named_later = 0 }) => named_later < qty, { error: "invalid", path: ["named_later"] });
const company = companySchema
  .nullish()
  .meta({ description: "Whom the tax invoice is made out to, when not to the buyer" });

export const checkCourseBooking = endpoint({
  summary: "Whether the caller has a paid place in a course run, whoever bought it",
  session: "required",
  body: z.object({ course_id: id, user_id: userId }),
  reply: z.object({ already_registered: z.boolean() }),
  errors: { 403: "Another person's user_id." },
  handle: check,
});

export const validateBillingAddress = endpoint({
  summary: "Checks a billing address and stores nothing",
  description: "Takes `company` and `attendees` of begin-checkout too, so that a whole form is checked at once.",
  session: "optional",
  body: billingSchemaWith({ company, attendees: people }),
  reply: z.object({ message: z.string() }),
  handle: (ctx) => ({ message: m.sales_billing_valid({}, { locale: ctx.locale }) }),
});

export const beginCheckout = endpoint({
  summary: "Opens an order: prices from the database, seats held for 15 minutes",
  description:
    "The same submit again answers with the same order and given_id. `amount` is in halalas. Without `attendees` the first seat of each item is the caller's and the others are named later; an item for which somebody is named needs a person for each seat but those of `named_later`. An order that replaces another one of the same run keeps its `expires_at`. Unpaid, an account holds 20 seats at most, 5 of one run without `company` (422); after two holds of a run that ran out it waits (429).",
  session: "required",
  limit: "checkoutPerAddress",
  body: z.object({
    items: z
      .array(item, "required")
      .min(1, "required")
      .max(maxLines, "invalid")
      .refine((items) => new Set(items.map((item) => item.course_id)).size === items.length, "invalid"),
    billing: billingSchema,
    company,
    attendees: people,
  }),
  reply: z.object({
    order_id: z.number(),
    amount: z.number(),
    currency: z.literal("SAR"),
    sub_total: money,
    tax: money,
    total: money,
    callback_url: z.string(),
    metadata: z.object({ order_id: z.string() }),
    given_id: z.string(),
    publishable_key: z.string(),
    payments_url: z.string(),
    expires_at: z.string(),
  }),
  errors: {
    404: "No such course run.",
    409: "Ended, closed, sold out, the caller is already registered, or the time of their hold is nearly over.",
  },
  handle: begin,
});

export const processPayment = endpoint({
  summary: "Records the payment the browser made; the server asks the provider",
  session: "required",
  body: z.object({
    user_id: userId,
    order_id: id.optional(),
    course_id: id.meta({ description: "The run's id of a line of the order" }),
    sub_total: amount,
    tax: amount,
    total: amount,
    payment_response: z.looseObject({ id: z.uuid("invalid") }, "required"),
  }),
  reply: z.object({ order: orderReply, transaction_url: z.string().nullable() }),
  errors: {
    403: "Another person's user_id.",
    404: "No such order of the caller.",
    409: "The payment belongs to another order, or the order can no longer be paid (its message says why).",
    503: "The card provider does not answer; the order is kept.",
  },
  handle: async (ctx, input) => {
    const settled = await process(ctx, input);
    return {
      order: await myOrder(ctx, { user_id: input.user_id, order_id: settled.orderId }),
      transaction_url: settled.transactionUrl,
    };
  },
});

export const updatePaymentStatus = endpoint({
  summary: "The buyer is back from the bank; the status given is a hint only",
  session: "required",
  body: z.object({ id: z.uuid("invalid"), status: z.string().max(40).optional() }),
  reply: z.object({ status: orderStatus, order_id: z.number() }),
  errors: { 404: "No such payment of the caller.", 503: "The card provider does not answer; the order is kept." },
  handle: async (ctx, input) => {
    const { status, orderId } = await update(ctx, input);
    return { status, order_id: orderId };
  },
});

export const paymentWebhook = endpoint({
  summary: "The card provider's event, with its secret in the body",
  session: "optional",
  body: z.looseObject({
    id: line(80),
    type: line(60),
    secret_token: z.string("required").max(200),
    live: z.boolean("required"),
    data: z.looseObject({ id: line(80) }, "required"),
  }),
  reply: z.object({ message: z.string() }),
  errors: { 401: "A wrong secret_token." },
  handle: async (ctx, input) => {
    await receiveWebhook(ctx, input);
    return { message: "stored" };
  },
});

export const orders = endpoint({
  summary: "The caller's orders, newest first",
  session: "required",
  body: z.object({ id: userId }),
  reply: z.object({ orders: z.array(orderReply) }),
  errors: { 403: "Another person's id." },
  handle: async (ctx, input) => ({ orders: await listMyOrders(ctx, input) }),
});

export const orderDetails = endpoint({
  summary: "One order of the caller",
  session: "required",
  body: z.object({
    user_id: userId,
    order_id: z.union(
      [
        id,
        z
          .string()
          .regex(/^\d{1,9}$/, "invalid")
          .transform(Number),
      ],
      "invalid",
    ),
  }),
  reply: z.object({ order: orderReply }),
  errors: { 403: "Another person's user_id.", 404: "No such order of the caller." },
  handle: async (ctx, input) => ({ order: await myOrder(ctx, input) }),
});

export const assignSeats = endpoint({
  summary: "Names seats of a paid order that have no name yet",
  description:
    "Until the day the course begins; each person gets an e-mail with their place. All of the people or none. `seat` counts from 1 within its line (`seats_to_name` of the order).",
  session: "required",
  limit: "assignSeatsPerAddress",
  body: z.object({
    order_id: id,
    attendees: z
      .array(seatAssignmentSchema, "required")
      .min(1, "required")
      .max(maxLines * maxQty, "invalid"),
  }),
  reply: z.object({ order: orderReply, message: z.string() }),
  errors: {
    404: "No such order of the caller.",
    409: "Not paid, begun, cancelled, given back, or the seat has a name by now.",
  },
  handle: async (ctx, input) => {
    await assignOpenSeats(ctx, input);
    const order = await myOrder(ctx, { user_id: requireViewer(ctx).id, order_id: input.order_id });
    return { order, message: m.sales_seats_saved({ count: input.attendees.length }, { locale: ctx.locale }) };
  },
});
