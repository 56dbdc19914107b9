import { z } from "zod";
import { visibilities } from "#features/catalogue/schedule/run-choices.ts";
import { id, amountText, orderStatus, userId } from "./fields.server.ts";

/** The discount of a line, before VAT. */
export const discountField = z
  .object({ amount: amountText, percent: z.number().nullable(), code: z.string().nullable() })
  .nullable()
  .meta({
    description:
      "Discount of the line, before VAT. `code` is null for a group price. `percent` is null for a share of a fixed amount or of a maximum. Both are null for what rounding added to one price for all seats",
  });

/** A line as ordered, with the run's present dates and venue; amounts are decimal SAR strings without VAT. */
const lineReply = z.object({
  course_id: z.number(),
  visibility: z.enum(visibilities).meta({ description: "Who can open the page of the run" }),
  key: z
    .string()
    .nullable()
    .meta({ description: "Key of a private run, for the address of its page; null without a link" }),
  slug: z.string(),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  qty: z.number(),
  unit_price: amountText,
  discount: discountField,
  amount: amountText.meta({ description: "Price of the line before VAT, after its discount", example: "1000.00" }),
  image: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  days: z.number(),
  delivery: z.enum(["onsite", "online"]),
  enrolled: z.boolean().meta({ description: "The order has confirmed seats in the run, which is not cancelled" }),
  sessions: z.array(z.object({ starts_at: z.string(), ends_at: z.string(), joining_url: z.string().nullable() })).meta({
    description: "Empty while times are not confirmed; `joining_url` is null unless `enrolled`, and until it is known",
  }),
  hours: z.number(),
  accreditation_status: z.enum(["none", "pending", "accredited"]),
  venue_eng: z.string(),
  venue_ar: z.string().nullable(),
  moved_from: z.string().nullable().meta({ description: "First day of the date that the seats were moved from" }),
  cancelled: z.boolean().meta({ description: "The course date was cancelled by the company" }),
  seats_cancelled: z.number().meta({
    description: "For a paid order: seats of `qty` that were cancelled since; their people are not in `attendees`",
  }),
  // One per seat; fewer than `qty` while some seats have no name.
  attendees: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      scfhs_number: z.string(),
      ticket: z
        .string()
        .nullable()
        .meta({ description: "Token of `/ticket/{token}`; null while the seat is not theirs" }),
    }),
  ),
  seats_to_name: z
    .array(z.number())
    .meta({ description: "Seats that have no name and can still be named with assign-seats" }),
});

/**
 * An order as its buyer sees it. `course` is the course of the first line (decisions §3). Instants are ISO 8601 UTC.
 */
export const orderReply = z.object({
  id: z.number(),
  created_at: z.string(),
  sub_total: amountText,
  tax: amountText,
  tax_percent: z.number(),
  total: amountText,
  currency: z.literal("SAR"),
  payment: z.object({
    status: orderStatus,
    method: z
      .enum(["card", "transfer", "invoice", "none"])
      .meta({ description: "Method of the payment that counts, else of the newest payment" }),
    due_on: z
      .string()
      .nullable()
      .meta({ description: "Last day to pay by transfer; null while a first booking waits for approval" }),
    returnable: z.boolean().meta({ description: "Whether the buyer may release the seats of a booking by transfer" }),
    bank: z
      .object({ name_eng: z.string(), name_ar: z.string(), account_holder: z.string(), iban: z.string() })
      .nullable()
      .meta({ description: "Account to pay to, while a transfer is awaited" }),
    returning: z.boolean().meta({ description: "Whether a refund of the order is in progress" }),
    returned: amountText
      .nullable()
      .meta({ description: "What was refunded; for an order that was never paid, the status does not change" }),
    reason: z.string().nullable().meta({
      description: "Why money is refunded, or why an unpaid order ended: run-cancelled, price-changed, sold-out …",
    }),
    message: z.string().nullable(),
    card_scheme: z
      .string()
      .nullable()
      .meta({ description: "mada, visa …; `applepay mada` when paid through Apple Pay" }),
    card_masked: z.string().nullable(),
  }),
  course: z.object({
    id: z.number(),
    visibility: z.enum(visibilities),
    key: z.string().nullable(),
    slug: z.string(),
    name_eng: z.string(),
    name_ar: z.string().nullable(),
  }),
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
  company: z
    .object({
      name: z.string(),
      vat_number: z.string(),
      address: z.string(),
      building_number: z.string().optional(),
      district: z.string().optional(),
      purchase_order: z.string().optional(),
    })
    .nullable(),
  held_until: z.string().nullable(),
  changes: z
    .array(
      z.object({
        id: z.number(),
        kind: z.enum(["cancel", "move", "person"]),
        // `asked`, `agreed`: waits for the staff. `questioned`: waits for the buyer's answer.
        state: z.enum(["done", "paying", "dropped", "asked", "questioned", "agreed", "refused"]),
        at: z.string(),
        seats: z.number(),
        // First day of the run that was changed.
        start_date: z.string(),
        to_start_date: z.string().nullable(),
        to_end_date: z.string().nullable(),
        back: amountText,
        paid: amountText,
        answer: z.string().nullable(),
        messages: z
          .array(
            z.object({
              from: z.enum(["buyer", "staff"]),
              text: z.string().nullable().meta({ description: "Null once it is erased" }),
              at: z.string(),
              files: z.array(z.object({ name: z.string(), bytes: z.number() })),
            }),
          )
          .meta({ description: "The request, questions of the staff and answers, in order" }),
        kept_until: z
          .string()
          .nullable()
          .meta({ description: "The seats are cancelled, and until this day their value can book another date" }),
        // `used`: the value has booked another date or was refunded.
        kept: z.enum(["open", "over", "used"]).nullable(),
      }),
    )
    .meta({ description: "Changes by the buyer and their requests to the staff, newest first" }),
  difference_of: z
    .number()
    .nullable()
    .meta({ description: "For an order that paid the price difference of a dearer date: the order whose seats moved" }),
});

export type Order = z.output<typeof orderReply>;
export type OrderLine = Order["lines"][number];
/** Changes and requests of the buyer; amounts include VAT. */
export type OrderedChange = Order["changes"][number];
export type OrderDiscount = NonNullable<OrderLine["discount"]>;

export const ordersCall = { body: z.object({ id: userId }), reply: z.object({ orders: z.array(orderReply) }) };
export const orderDetailsCall = {
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
};
