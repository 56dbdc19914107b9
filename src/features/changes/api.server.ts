import { z } from "zod";
import { runFacts, sessionTimes } from "#features/catalogue/catalogue.schema.server.ts";
import { listSessions } from "#features/catalogue/schedule/sessions.server.ts";
import type { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { checkOtherName } from "#features/people/person.server.ts";
import { seatPersonFields } from "#features/seats/attendees.server.ts";
import { beginReply } from "#features/checkout/begin-reply.schema.server.ts";
import { id, amountText } from "#features/orders/fields.server.ts";
import { readPaidWith } from "#features/payments/locked-order.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { choice, line, paragraph, evenIfFieldsAreInvalid } from "#platform/http/fields.server.ts";
import { answerQuestion, requestException } from "./requests.server.ts";
import { changeOrder } from "./change-order.server.ts";
import { maxFiles } from "./file-limits.ts";
import { fileRules, uploadChangeFile } from "./files.server.ts";
import { listChangeOptions, quoteChange } from "./quote.server.ts";
import { readOpenRequest } from "./read-requests.server.ts";
import { transferSeat } from "./transfer-seat.server.ts";
import { changeKinds, changeStates } from "./tables.server.ts";
import { addressNotConfirmed } from "#features/people/confirmed-address.server.ts";

const seatIds = z
  .array(id, "required")
  .min(1, "required")
  .max(200, "invalid")
  .meta({ description: "Ids of seats of the order line" });
const key = line(64).meta({ description: "Idempotency key within the order: a repeated key returns the same change" });
const fileIds = z
  .array(id, "invalid")
  .max(maxFiles, "invalid")
  .default([])
  .meta({ description: "Files of change-file that the caller uploaded and has not sent yet" });
const toRun = id
  .nullish()
  .transform((run) => run ?? null)
  .meta({ description: "For a move: id of the new date's run" });
const session = "required" as const;
const limit = "changePerAddress" as const;

const step = z.object({
  until: z
    .string()
    .nullable()
    .meta({ description: "Last day of the step, in Riyadh; null for the step after the course has begun" }),
  percent: z.int().meta({ description: "Percentage of the payment that a cancellation refunds" }),
  move: z.boolean().meta({ description: "Whether a seat can be moved to another date" }),
  person: z.boolean().meta({ description: "Whether a seat can be transferred to another person" }),
});
/** Run facts that a move may change besides the date. */
const hoursAndTimes = {
  ...runFacts.pick({ hours: true, accreditation_status: true }).shape,
  sessions: sessionTimes,
};
type Run = typeof courseRuns.$inferSelect;

/** Reads hours and times of these runs. Returns a function that picks those of one run. */
async function readHoursAndTimes(ctx: Ctx, runs: readonly Run[]) {
  const sessions = await listSessions(
    ctx,
    runs.map(({ id }) => id),
  );
  return ({ id, hours, accreditationStatus }: Run) => ({
    hours: Number(hours),
    accreditation_status: accreditationStatus,
    sessions: sessions.get(id) ?? [],
  });
}

const dates = z.object({
  course_id: z.int(),
  start_date: z.string(),
  end_date: z.string(),
  venue_eng: z.string(),
  venue_ar: z.string().nullable(),
  ...hoursAndTimes,
  seats_left: z.int(),
  difference: amountText.meta({
    description: "SAR before VAT for one seat with its discount: how much more the date costs; negative for less",
  }),
});

export const changeOptions = endpoint({
  summary: "Lists what the caller may change of a paid order, and until when",
  session,
  limit,
  body: z.object({ order_id: id }),
  reply: z.object({
    order_id: z.int(),
    request: z.enum(changeStates).nullable().meta({ description: "State of the open request; null without one" }),
    lines: z.array(
      z.object({
        course_id: z.int(),
        slug: z.string(),
        name_eng: z.string(),
        name_ar: z.string().nullable(),
        image: z.string(),
        start_date: z.string(),
        end_date: z.string(),
        venue_eng: z.string(),
        venue_ar: z.string().nullable(),
        ...hoursAndTimes,
        seats: z.array(
          z.object({ id: z.int(), name: z.string().nullable(), email: z.string().nullable(), is_own: z.boolean() }),
        ),
        begins_at: z
          .string()
          .nullable()
          .meta({ description: "Start of the first session; null while times are not known" }),
        steps: z.array(step).meta({ description: "Steps of the policy from today on, soonest first" }),
        percent: z.int(),
        may_move: z.boolean(),
        may_send: z.boolean(),
        was_moved: z.boolean(),
        kept_until: z
          .string()
          .nullable()
          .meta({ description: "The seats are cancelled, and their value can book another date until this day" }),
        dates: z.array(dates),
      }),
    ),
  }),
  errors: { 404: "No such order of the caller.", 409: "The order is not paid." },
  handle: async (ctx, { order_id: orderId }) => {
    const viewer = requireViewer(ctx);
    const lines = await listChangeOptions(ctx, { orderId });
    const pickHoursAndTimes = await readHoursAndTimes(
      ctx,
      lines.flatMap(({ run, dates }) => [run, ...dates.map((date) => date.run)]),
    );
    return {
      order_id: orderId,
      request: await readOpenRequest(ctx, orderId),
      lines: lines.map(({ line, run, image, seats, begins, steps, percent, mayMove, maySend, keptUntil, dates }) => ({
        course_id: run.id,
        slug: line.slug,
        name_eng: line.nameEng,
        name_ar: line.nameAr,
        image,
        start_date: run.startDate,
        end_date: run.endDate,
        venue_eng: run.venueEng,
        venue_ar: run.venueAr,
        ...pickHoursAndTimes(run),
        seats: seats.map((seat) => ({
          id: seat.id,
          name: seat.attendeeName,
          email: seat.attendeeEmail,
          is_own: seat.userId === viewer.id,
        })),
        begins_at: begins?.toISOString() ?? null,
        steps,
        percent,
        may_move: mayMove,
        may_send: maySend,
        was_moved: line.movedFromId !== null,
        kept_until: keptUntil,
        dates: dates.map(({ run: to, locked, differenceHalalas }) => ({
          course_id: to.id,
          start_date: to.startDate,
          end_date: to.endDate,
          venue_eng: to.venueEng,
          venue_ar: to.venueAr,
          ...pickHoursAndTimes(to),
          seats_left: Math.max(0, locked.seatsFree),
          difference: decimalFromHalalas(differenceHalalas),
        })),
      })),
    };
  },
});

export const changeQuote = endpoint({
  summary: "Quotes a cancellation or a move; valid for 15 minutes",
  session,
  limit,
  body: z.object({
    order_id: id,
    course_id: id,
    kind: choice(["cancel", "move"]),
    seat_ids: seatIds,
    to_course_id: toRun,
  }),
  reply: z.object({
    quote: z.string().meta({ description: "Token to send to change-seats" }),
    expires_at: z.string(),
    allowed: z
      .boolean()
      .meta({ description: "False when the policy of the order does not allow it; request it with change-exception" }),
    group_left: z
      .boolean()
      .meta({ description: "Too few seats stay for the group discount, so the refund is smaller" }),
    needs_staff: z
      .boolean()
      .meta({ description: "The refund is above the limit: change-seats sends a request to the staff" }),
    percent: z.int().nullable(),
    paid: amountText.meta({ description: "What was paid for these seats, including VAT" }),
    back: amountText.meta({ description: "Refund, including VAT" }),
    back_net: amountText,
    back_tax: amountText,
    pay: amountText,
    pay_net: amountText,
    pay_tax: amountText,
    tax_percent: z.number(),
    by_hand: z.boolean().meta({ description: "Refunded by bank transfer" }),
    card_scheme: z.string().nullable(),
    card_masked: z.string().nullable(),
    next: z
      .object({ from: z.string(), back: amountText })
      .nullable()
      .meta({ description: "The lower refund after the next deadline of the policy, from the day `from` on" }),
    before: z.object(hoursAndTimes).meta({ description: "The present date of the seats" }),
    after: z.object(hoursAndTimes).nullable().meta({ description: "For a move: the new date" }),
  }),
  errors: {
    404: "No such order of the caller.",
    409: "The order is not paid, a seat is gone, or the new date is gone or has too few seats.",
  },
  handle: async (ctx, { order_id: orderId, course_id: runId, kind, seat_ids, to_course_id: toRunId }) => {
    const quote = await quoteChange(ctx, { orderId, runId, kind, seatIds: seat_ids, toRunId });
    const { refundHalalas, refundTaxHalalas, payHalalas, payTaxHalalas, afterDeadline } = quote;
    const pickHoursAndTimes = await readHoursAndTimes(ctx, quote.toRun ? [quote.run, quote.toRun] : [quote.run]);
    const card = await readPaidWith(ctx, quote.refunds[0]?.paymentId);
    return {
      quote: quote.token,
      expires_at: quote.expiresAt.toISOString(),
      allowed: quote.isAllowed,
      group_left: quote.isBelowGroupSize,
      needs_staff: quote.needsStaff,
      percent: quote.percent,
      paid: decimalFromHalalas(quote.fullHalalas),
      back: decimalFromHalalas(refundHalalas),
      back_net: decimalFromHalalas(refundHalalas - refundTaxHalalas),
      back_tax: decimalFromHalalas(refundTaxHalalas),
      pay: decimalFromHalalas(payHalalas),
      pay_net: decimalFromHalalas(payHalalas - payTaxHalalas),
      pay_tax: decimalFromHalalas(payTaxHalalas),
      tax_percent: quote.taxPercent,
      by_hand: quote.refunds.some(({ byHand }) => byHand),
      card_scheme: card?.cardScheme ?? null,
      card_masked: card?.cardMasked ?? null,
      next: afterDeadline && { from: afterDeadline.from, back: decimalFromHalalas(afterDeadline.refundHalalas) },
      before: pickHoursAndTimes(quote.run),
      after: quote.toRun && pickHoursAndTimes(quote.toRun),
    };
  },
});

const state = z.enum(changeStates);

export const changeSeats = endpoint({
  summary: "Carries out a quote, once per key",
  description:
    "For a dearer date, the reply has `checkout`, as begin-checkout returns it: the seats on both dates are held, and nothing changes until the difference is paid. A refund above the limit becomes a request (`asked`).",
  session,
  limit,
  body: z.object({ quote: line(2000), key }),
  reply: z.object({ state, order_id: z.int(), to_course_id: z.int().nullable(), checkout: beginReply.nullable() }),
  errors: {
    404: "No such order of the caller.",
    409: "The quote has expired or changed, a seat is gone, the date is full, or the policy no longer allows it.",
  },
  handle: async (ctx, input) => {
    const { change, checkout } = await changeOrder(ctx, input);
    return { state: change.state, order_id: change.orderId, to_course_id: change.toRunId, checkout };
  },
});

export const sendAnother = endpoint({
  summary: "Transfers a seat to another person, until the first session begins",
  session,
  limit,
  body: z
    .object({ ...seatPersonFields, order_id: id, seat_id: id, key })
    .superRefine(checkOtherName, evenIfFieldsAreInvalid),
  reply: z.object({ state }),
  errors: {
    403: addressNotConfirmed,
    404: "No such seat of the caller’s order.",
    409: "The course has begun, attendance is recorded, or the seat is no longer theirs.",
  },
  handle: async (ctx: Ctx, { order_id: orderId, seat_id: seatId, ...person }) => ({
    state: (await transferSeat(ctx, { ...person, orderId, seatId })).state,
  }),
});

export const changeException = endpoint({
  summary: "Requests a change that the policy of the order does not allow",
  description:
    "The policy of the day of the request applies. Staff decide within one working day and explain their decision by email.",
  session,
  limit,
  body: z.object({
    order_id: id,
    course_id: id,
    kind: choice(changeKinds),
    seat_ids: seatIds,
    to_course_id: toRun,
    message: paragraph(1000),
    file_ids: fileIds,
    key,
  }),
  reply: z.object({ state }),
  errors: {
    404: "No such order of the caller.",
    409: "The order is not paid, a seat is gone, or another request is open.",
  },
  handle: async (ctx, { order_id: orderId, course_id: runId, seat_ids, to_course_id: toRunId, file_ids, ...rest }) => ({
    state: (await requestException(ctx, { ...rest, orderId, runId, seatIds: seat_ids, toRunId, fileIds: file_ids }))
      .state,
  }),
});

export const changeAnswer = endpoint({
  summary: "Answers a question of the staff; the request waits for their decision again",
  session,
  limit,
  body: z.object({ change_id: id, message: paragraph(1000), file_ids: fileIds }),
  reply: z.object({ state }),
  errors: { 404: "No such request of the caller.", 409: "There is no open question." },
  handle: async (ctx, { change_id: changeId, message, file_ids }) => ({
    state: (await answerQuestion(ctx, { changeId, message, fileIds: file_ids })).state,
  }),
});

export const changeFile = endpoint({
  summary: "Uploads a file to be sent with a request or an answer",
  description: "PDF, JPEG or PNG, 12 MB at most. Only staff can read it. Deleted after a day unless it is sent.",
  session,
  limit: "changeFilesPerAddress",
  upload: fileRules,
  body: z.object({}),
  reply: z.object({ id: z.int(), name: z.string(), bytes: z.int() }),
  errors: { 409: "The caller has bought nothing." },
  handle: (ctx, _input, file) => uploadChangeFile(ctx, file),
});
