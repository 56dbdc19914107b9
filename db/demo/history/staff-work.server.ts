/**
 * Everything in the demo history except purchases: refunds, transfers, seats, moved or cancelled runs, closed months.
 */
import { and, asc, eq } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { assignOpenSeats } from "#features/seats/assign-seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { checkDocuments } from "#features/invoices/finance/check.server.ts";
import { closeMonth } from "#features/invoices/finance/months.server.ts";
import { compareMonth } from "#features/invoices/finance/compare.server.ts";
import { monthBounds, toRiyadhMonth, monthsBetween } from "#features/invoices/finance/months.ts";
import { comparePayments } from "#features/settlement/cases/compare.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { watchPayments } from "#features/settlement/watch-payments.server.ts";
import { approveRefund, requestRefund, declineRefund } from "#features/changes/refund-request.server.ts";
import { giveSeat } from "#features/checkout/add-seat.server.ts";
import { askForNumbers } from "#features/seats/roster/ask-for-numbers.server.ts";
import { writeOtherName } from "#features/seats/roster/other-name.server.ts";
import { changeAttendee } from "#features/seats/roster/seats.server.ts";
import { approveCancellation, cancelRun } from "#features/runs/run-changes/cancel.server.ts";
import { moveRun } from "#features/runs/run-changes/move.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import { openTransferOrder } from "#features/checkout/open-transfer-order.server.ts";
import { expireTransferOrder, recordTransfer } from "#features/settlement/transfers/transfers.server.ts";
import { addDays, daysBetween, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { claimToken } from "#features/checkout/groups/claim-token.server.ts";
import { claimSeat } from "#features/checkout/groups/claim.server.ts";
import { sendSeatLink } from "#features/checkout/groups/seat-links.server.ts";
import { requestException } from "#features/changes/requests.server.ts";
import { changeOrder } from "#features/changes/change-order.server.ts";
import { decideRequest } from "#features/changes/decide-request.server.ts";
import { quoteChange } from "#features/changes/quote.server.ts";
import { transferSeat } from "#features/changes/transfer-seat.server.ts";
import { remindToDecide } from "#features/runs/decide-run.server.ts";
import { editRun } from "#features/runs/edit-run.server.ts";
import { readRun } from "#features/runs/staff-runs.server.ts";
import { addOrderNote } from "#features/order-views/staff/order-notes.server.ts";
import { createRun } from "#features/runs/create-run.server.ts";
import { runDates } from "../run-dates.ts";
import { runSessions } from "../run-sessions.ts";
import { dammam, riyadh } from "../venues.ts";
import { buildAttendees, begin, buildBilling, confirmCard, enterCard, leaveUnpaid } from "./buy.server.ts";
import { demoCompanies, getPersonEmail, getPersonName, toAttendee, type CompanyKey } from "./people.ts";
import type { RunKey } from "./sales.ts";
import type { World } from "./world.server.ts";

/** Order ids, by buyer and run. */
export type Bought = Map<`${string} ${RunKey}`, number>;

function getOrderId(bought: Bought, buyer: string, run: RunKey): number {
  const id = bought.get(`${buyer} ${run}`);
  if (id === undefined) throw new Error(`${buyer} has bought no seat of ${run}`);
  return id;
}

const readSeats = (world: World, orderId: number) =>
  world.ctx.db
    .select()
    .from(enrolments)
    .where(and(eq(enrolments.orderId, orderId), eq(enrolments.state, "confirmed")))
    .orderBy(asc(enrolments.id));

function planRefunds(world: World, bought: Bought): void {
  const refundInFull = (day: number, time: string, buyer: string, run: RunKey, reason: string) =>
    world.schedule(day, time, async () => {
      const orderId = getOrderId(bought, buyer, run);
      await requestRefund(world.asStaff("finance"), { orderId, whole: true, reason, key: `refund-${orderId}` });
    });
  refundInFull(-65, "10:20", "arif", "rca1", "cannot-attend");
  refundInFull(-26, "11:35", "learner", "gcp", "cannot-attend");
  world.schedule(-12, "12:15", async () => {
    const orderId = getOrderId(bought, "mashael", "cep");
    const refund = { orderId, amountHalalas: 50_000, reason: "goodwill", key: `refund-${orderId}` };
    await requestRefund(world.asStaff("finance"), refund);
  });
  // Refunds above the limit, which need a second person: one is approved, one is declined, one waits.
  const requestIds = new Map<string, number>();
  const requestLargeRefund = (day: number, time: string, buyer: string, run: RunKey, reason: string, seats?: number) =>
    world.schedule(day, time, async () => {
      const orderId = getOrderId(bought, buyer, run);
      const seatIds =
        seats === undefined ? undefined : (await readSeats(world, orderId)).slice(-seats).map(({ id }) => id);
      const scope = seatIds ? { seatIds } : { whole: true };
      const { request } = await requestRefund(world.asStaff("finance"), {
        orderId,
        ...scope,
        reason,
        key: `large-${orderId}`,
      });
      requestIds.set(`${buyer} ${run}`, request.id);
    });
  requestLargeRefund(-38, "10:10", "majed", "hqp", "booked-by-mistake");
  world.schedule(-37, "09:25", async () => {
    const word = "Checked with the centre by telephone.";
    await approveRefund(world.asStaff("owner"), { id: requestIds.get("majed hqp") ?? 0, word });
  });
  requestLargeRefund(-14, "13:05", "bandar", "cep", "cannot-attend");
  world.schedule(-13, "09:40", async () => {
    const word = "They may give both seats to colleagues; please offer that first.";
    await declineRefund(world.asStaff("owner"), { id: requestIds.get("bandar cep") ?? 0, word });
  });
  requestLargeRefund(-1, "11:10", "hessa", "hqp", "cannot-attend", 2);
}

function planTransfers(world: World): void {
  const openTransfer = (
    day: number,
    time: string,
    transfer: { key: string; run: RunKey; people: string[]; due?: number },
  ) =>
    world.schedule(day, time, async () => {
      const runId = world.getRunId(transfer.run);
      const { orderId } = await openTransferOrder(world.asStaff("finance"), {
        buyerId: world.asBuyer("majed").viewer.id,
        items: [{ runId, qty: transfer.people.length }],
        billing: buildBilling(world, "majed"),
        company: demoCompanies["hijaz" satisfies CompanyKey],
        attendees: buildAttendees(world, runId, transfer.people),
        dueOn: transfer.due === undefined ? undefined : addDays(world.today, transfer.due),
        key: transfer.key,
      });
      transferOrderIds.set(transfer.key, orderId);
    });
  const transferOrderIds = new Map<string, number>();
  const receiveTransfer = (day: number, time: string, key: string, amountHalalas: number, reference: string) =>
    world.schedule(day, time, async () => {
      const orderId = transferOrderIds.get(key) ?? 0;
      const receivedOn = riyadhDate(world.now());
      await recordTransfer(world.asStaff("finance"), { orderId, amountHalalas, reference, receivedOn });
    });
  const endOverdueTransfer = (day: number, key: string) =>
    world.schedule(day, "00:00", async () => {
      world.advance(1);
      const [payment] = await world.ctx.db
        .select({ id: payments.id })
        .from(payments)
        .where(and(eq(payments.orderId, transferOrderIds.get(key) ?? 0), eq(payments.status, "awaiting")));
      const job = { ...world.ctx, actor: { kind: "job", name: "transfers.expire" } } as const;
      if (payment) await expireTransferOrder(job, payment.id);
      await comparePayments({ ...world.ctx, actor: { kind: "job", name: "payments.compare" } });
    });
  openTransfer(-25, "10:30", { key: "paid", run: "hqp", people: ["hind", "raghad", "waleed"] });
  receiveTransfer(-20, "12:40", "paid", 1_449_000, "EXB-240117-5521");
  // No transfer arrived by the due date.
  openTransfer(-24, "14:10", { key: "overdue", run: "acc", people: ["raghad", "waleed"], due: -10 });
  endOverdueTransfer(-9, "overdue");
  // Only part arrived by the due date. Staff must return it by hand.
  openTransfer(-11, "11:00", { key: "part", run: "res", people: ["hind", "waleed"], due: -2 });
  receiveTransfer(-4, "13:20", "part", 300_000, "EXB-240133-0917");
  endOverdueTransfer(-1, "part");
  openTransfer(-3, "10:50", { key: "waiting", run: "ps3", people: ["hind", "majed"], due: 9 });
}

function planUnpaid(world: World): void {
  const leaveOrderUnpaid = (day: number, time: string, buyer: string, run: RunKey, card?: "declined" | "late") =>
    world.schedule(day, time, async () => {
      const checkout = await begin(world, { buyer, run });
      if (card) await enterCard(checkout, card === "late" ? "visa" : card);
      if (card === "declined") {
        world.advance(1);
        await confirmCard(world, checkout);
      }
      leaveUnpaid(world, checkout.given_id);
      // The buyer finishes on the bank's page after more than a day. The order has ended, so the payment is refunded.
      if (card === "late")
        world.scheduleIn(26 * 60, async () => {
          world.sandbox.control.finish(checkout.given_id);
          await watchPayments({ ...world.ctx, actor: { kind: "job", name: "sales.watch-payments" } });
        });
    });
  leaveOrderUnpaid(-45, "23:10", "wafa", "ind");
  leaveOrderUnpaid(-16, "22:45", "sarah", "ps2");
  leaveOrderUnpaid(-6, "20:50", "osama", "hqp", "declined");
  leaveOrderUnpaid(-19, "21:10", "ziyad", "rca2", "late");
  leaveOrderUnpaid(-2, "22:20", "anjali", "ipc");
}

function planSeats(world: World, bought: Bought): void {
  // The buyer assigns a seat that had no attendee.
  world.schedule(-48, "13:30", async () => {
    const [runId, orderId] = [world.getRunId("audit"), getOrderId(bought, "majed", "audit")];
    const [attendee] = buildAttendees(world, runId, ["hind"]);
    if (attendee)
      await assignOpenSeats(world.asBuyer("majed"), { order_id: orderId, attendees: [{ ...attendee, seat: 4 }] });
  });
  world.schedule(-10, "09:30", async () => {
    const [seat] = await readSeats(world, getOrderId(bought, "fatima", "risk"));
    const newAttendee = toAttendee(world.getPerson("sultan"));
    const reason = "She is on leave that week; her colleague attends.";
    if (seat) await changeAttendee(world.asStaff("support"), { seatId: seat.id, ...newAttendee, reason });
  });
  const addFreeSeat = (
    day: number,
    time: string,
    role: "support" | "training",
    run: RunKey,
    key: string,
    reason: string,
  ) =>
    world.schedule(day, time, async () => {
      const person = world.getPerson(key);
      const { profession, locale } = person;
      const attendee = {
        name: getPersonName(person),
        email: getPersonEmail(person),
        scfhsNumber: "",
        profession,
        locale,
      };
      await giveSeat(world.asStaff(role), { runId: world.getRunId(run), ...attendee, reason });
    });
  addFreeSeat(-14, "10:35", "training", "fip", "elena", "Co-teaches the second module.");
  addFreeSeat(-7, "12:05", "support", "ps2", "hanan", "In place of the course that was moved last year.");
  const addOtherName = (day: number, time: string, buyer: string, run: RunKey, name: string) =>
    world.schedule(day, time, async () => {
      const [seat] = await readSeats(world, getOrderId(bought, buyer, run));
      if (seat) await writeOtherName(world.asStaff("training"), { seatId: seat.id, name });
    });
  addOtherName(-6, "09:50", "khalid", "sh", "خالد العنزي");
  addOtherName(-6, "09:55", "maria", "sh", "ماريا سانتوس");
  addOtherName(-6, "10:00", "dalal", "sh", "Dalal Al-Thubaiti");
  world.schedule(-5, "11:45", async () => {
    const runId = world.getRunId("ps2");
    const rows = await world.ctx.db.select({ id: enrolments.id }).from(enrolments).where(eq(enrolments.runId, runId));
    await askForNumbers(world.asStaff("support"), { runId, seatIds: rows.map(({ id }) => id) });
  });
  const addNote = (
    day: number,
    time: string,
    role: "support" | "finance" | "training",
    order: [buyer: string, run: RunKey],
    text: string,
  ) =>
    world.schedule(day, time, () => addOrderNote(world.asStaff(role), { orderId: getOrderId(bought, ...order), text }));
  addNote(-63, "12:20", "support", ["hessa", "audit"], "Asked for one invoice in the name of the hospital; it is.");
  addNote(
    -35,
    "10:15",
    "training",
    ["hessa", "sh"],
    "All five come from the same ward; seat them in different groups.",
  );
  addNote(-22, "13:40", "finance", ["shahad", "ind"], "Names of the last two seats follow by the end of the month.");
  addNote(
    -12,
    "14:25",
    "support",
    ["nadine", "hqp"],
    "First card was declined by her bank, the second one went through.",
  );
  addNote(-1, "11:20", "finance", ["hessa", "hqp"], "Two of three cannot come; the third keeps the seat.");
}

type NewRun = Pick<Parameters<typeof createRun>[1], "price" | "minSeats" | "decideBy"> & {
  slug: string;
  venue: { venueEng: string; venueAr: string };
  startsInDays: number;
  lengthDays: number;
  hours: number;
  /** Accreditation number. Without one, accreditation is pending. */
  number?: string;
};

function openRun(world: World, day: number, key: RunKey, { slug, venue, number, ...run }: NewRun): void {
  world.schedule(day, "10:20", async () => {
    const { startsInDays, lengthDays, hours, ...terms } = run;
    const shape = { startsInDays, lengthDays, days: lengthDays, hours, delivery: "onsite" } as const;
    const [course] = await world.ctx.db.select().from(courses).where(eq(courses.slug, slug));
    const { id } = await createRun(world.asStaff("training"), {
      ...terms,
      courseId: course?.id ?? 0,
      sessions: runSessions(shape, runDates(shape, world.today), slug),
      delivery: "onsite",
      venueEng: venue.venueEng,
      venueAr: venue.venueAr,
      capacity: 24,
      hours,
      accreditationStatus: number ? "accredited" : "pending",
      accreditationNumber: number ?? null,
      ...(number && {
        activityReference: number.replace("DEMO-CPD", "NH-ACT"),
        accreditingBodyEng: "Saudi Commission for Health Specialties",
        accreditingBodyAr: "الهيئة السعودية للتخصصات الصحية",
        specialtyEng: course?.subject_eng ?? null,
        specialtyAr: course?.subject_ar ?? null,
      }),
    });
    world.addRun(key, id);
  });
}

function planRuns(world: World): void {
  // Runs of last year, so that CPD records span two years.
  const lastYear = { venue: riyadh, price: 95_000 };
  openRun(world, -489, "rca0", {
    ...lastYear,
    slug: "root-cause-analysis",
    startsInDays: -455,
    lengthDays: 1,
    hours: 6,
    number: "DEMO-CPD-0061",
  });
  openRun(world, -460, "ipc0", {
    ...lastYear,
    slug: "infection-prevention-control",
    startsInDays: -415,
    lengthDays: 2,
    hours: 12,
    number: "DEMO-CPD-0064",
  });
  // A short course is added in Dammam, because someone asked for it.
  openRun(world, -40, "risk", {
    slug: "risk-register-people-use",
    venue: dammam,
    startsInDays: 11,
    lengthDays: 1,
    hours: 6,
    price: 120_000,
    minSeats: 10,
    decideBy: riyadhInstant(addDays(world.today, 2), "16:00"),
  });
  world.schedule(-5, "10:05", async () => {
    const runId = world.getRunId("lab");
    const [run] = await world.ctx.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
    if (!run) return;
    const startDate = addDays(run.startDate, 7);
    const endDate = addDays(startDate, daysBetween(run.startDate, run.endDate));
    const { venueEng, venueAr } = run;
    const reason = { eng: "The laboratory is being refitted that week.", ar: "يُجدَّد المختبر في ذلك الأسبوع." };
    await moveRun(world.asStaff("training"), { runId, startDate, endDate, venueEng, venueAr, reason });
    await world.runQueuedTasks();
  });
  const reason = {
    eng: "The speaker is ill, and no one else can teach this course on these dates.",
    ar: "تعذّر حضور المدرّب لظرف صحي، ولا يتوفر بديل في هذا الموعد.",
  };
  world.schedule(-9, "12:30", async () => {
    const { cancellation } = await cancelRun(world.asStaff("training"), { runId: world.getRunId("ipc2"), reason });
    world.schedule(-8, "10:45", async () => {
      const { id, amountHalalas } = cancellation;
      await approveCancellation(world.asStaff("owner"), { id, expectedHalalas: amountHalalas });
      await world.runQueuedTasks();
    });
  });
  // This cancellation waits for approval by a second person.
  world.schedule(-1, "13:15", async () => {
    const reasonTooFewSeats = {
      eng: "Too few seats are sold to teach it in groups.",
      ar: "عدد المشاركين لا يكفي للعمل في مجموعات.",
    };
    await cancelRun(world.asStaff("training"), { runId: world.getRunId("ldc"), reason: reasonTooFewSeats });
  });
}

/** A second run with a minimum of seats. Its decision time has passed, and the person who set it was reminded. */
function planDecisions(world: World): void {
  world.schedule(-20, "09:35", async () => {
    const [training, runId] = [world.asStaff("training"), world.getRunId("acc")];
    const { version } = await readRun(training, { id: runId });
    const minimum = { minSeats: 8, decideBy: riyadhInstant(addDays(world.today, -1), "16:00") };
    await editRun(training, { ...minimum, runId, version });
  });
  for (const day of [-8, -5, -2, -1])
    world.schedule(day, "16:05", () =>
      remindToDecide({ ...world.ctx, actor: { kind: "job", name: "runs.remind-to-decide" } }),
    );
}

/** Changes that the policy allows, and exception requests to the staff. */
function planChanges(world: World, bought: Bought): void {
  const changeSeats = (day: number, time: string, buyer: string, run: RunKey, to: RunKey | null) =>
    world.schedule(day, time, async () => {
      const orderId = getOrderId(bought, buyer, run);
      const seatIds = (await readSeats(world, orderId)).map(({ id }) => id);
      const change = { kind: to ? ("move" as const) : ("cancel" as const), toRunId: to && world.getRunId(to) };
      const buyerCtx = world.asBuyer(buyer);
      const { token } = await quoteChange(buyerCtx, { orderId, runId: world.getRunId(run), seatIds, ...change });
      await changeOrder(buyerCtx, { quote: token, key: `change-${orderId}` });
    });
  changeSeats(-6, "22:20", "yousef", "ipc", null);
  changeSeats(-8, "19:15", "ghadah", "ps2", "ps4");
  world.schedule(-3, "12:30", async () => {
    const orderId = getOrderId(bought, "jennifer", "med");
    const [seat] = await readSeats(world, orderId);
    const newAttendee = { ...toAttendee(world.getPerson("sarah")), key: `person-${orderId}` };
    if (seat) await transferSeat(world.asBuyer("jennifer"), { orderId, seatId: seat.id, ...newAttendee });
  });
  const askForRefund = async (buyer: string, message: string) => {
    const orderId = getOrderId(bought, buyer, "sh");
    const seatIds = (await readSeats(world, orderId)).slice(-1).map(({ id }) => id);
    const cancellation = {
      orderId,
      runId: world.getRunId("sh"),
      kind: "cancel" as const,
      seatIds,
      toRunId: null,
      fileIds: [],
    };
    return requestException(world.asBuyer(buyer), { ...cancellation, message, key: `ask-${orderId}` });
  };
  world.schedule(-5, "20:15", async () => {
    const { id } = await askForRefund(
      "joseph",
      "Ruben’s leave was withdrawn this morning. Could all of his seat be refunded?",
    );
    world.schedule(-4, "09:50", async () => {
      const answer = "The course is full and begins soon, so we keep to the rules. You may send a colleague instead.";
      await decideRequest(world.asStaff("finance"), { id, decision: "refuse", answer });
    });
  });
  world.schedule(-1, "21:35", async () => {
    await askForRefund("khalid", "I was put on duty for these days. Could the whole amount be refunded?");
  });
}

/** Claim links for two seats of a group: one was claimed, one is still open. */
function planLinks(world: World, bought: Bought): void {
  const sendLink = (day: number, time: string, buyer: string, run: RunKey, seat: number, key: string) =>
    world.schedule(day, time, async () => {
      const [orderId, runId, email] = [
        getOrderId(bought, buyer, run),
        world.getRunId(run),
        getPersonEmail(world.getPerson(key)),
      ];
      await sendSeatLink(world.asBuyer(buyer), { orderId, runId, seat, email });
    });
  sendLink(-21, "10:05", "shahad", "ind", 4, "haifa");
  sendLink(-21, "10:06", "shahad", "ind", 5, "nayef");
  world.schedule(-20, "19:45", async () => {
    const seat = (await readSeats(world, getOrderId(bought, "shahad", "ind"))).find(({ seat }) => seat === 4);
    const token = claimToken(world.ctx, { enrolmentId: seat?.id ?? 0, linkNumber: 1 });
    await claimSeat(world.ctx, { token, ...toAttendee(world.getPerson("haifa")), name_other: "" });
  });
}

/** Closes every past month except the last one, which stays open. */
function planMonths(world: World): void {
  const thisMonth = world.today.slice(0, 7);
  const lastMonth = addDays(`${thisMonth}-01`, -1).slice(0, 7);
  const months = monthsBetween(world.now(), new Date(`${world.today}T00:00:00Z`)).filter((month) => month < lastMonth);
  for (const month of months) {
    const day = daysBetween(world.today, addDays(riyadhDate(monthBounds(month).to), 4));
    world.schedule(day, "09:10", async () => {
      const finance = world.asStaff("finance");
      await startTask(finance, checkDocuments, {});
      await startTask(finance, compareMonth, { month });
      await world.runQueuedTasks();
      world.advance(12);
      if (toRiyadhMonth(world.now()) > month) await closeMonth(finance, { month });
    });
  }
}

export function planStaffWork(world: World, bought: Bought): void {
  planRuns(world);
  planRefunds(world, bought);
  planTransfers(world);
  planUnpaid(world);
  planSeats(world, bought);
  planDecisions(world);
  planChanges(world, bought);
  planLinks(world, bought);
  planMonths(world);
}
