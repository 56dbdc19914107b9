import { and, eq, gte, inArray, isNotNull, isNull, max, or, sql, type SQL, asc } from "drizzle-orm";
import { isDeepStrictEqual } from "node:util";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { eraseEnquiriesFrom, readSenderNames } from "#features/contact/personal-enquiries.server.ts";
import { eraseHolders } from "#features/learning/certificates/own-certificates.server.ts";
import { eraseRecord } from "#features/learning/cpd/record.server.ts";
import { eraseFeedback } from "#features/learning/feedback/feedback.server.ts";
import { eraseLinkAddresses } from "#features/checkout/groups/seat-links.server.ts";
import { clearAttendees } from "#features/seats/attendees.server.ts";
import { eraseWaitlistData } from "#features/waitlist/personal.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { type ErasedPerson } from "#features/people/hold-account.server.ts";
import { eraseAccount } from "#features/people/profile/erase-account.server.ts";
import { plannedErasures } from "#features/people/profile/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { dropFilesNaming } from "#features/staff/tasks/task-files.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { blankEvents } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { noteAction, readNoteText } from "#features/order-views/staff/order-notes.server.ts";
import { paymentCases } from "#features/settlement/cases/tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { eraseChangeTexts } from "#features/changes/files.server.ts";
import { changeMessages, orderChanges } from "#features/changes/tables.server.ts";
import { refundRequests } from "#features/changes/approval-tables.server.ts";
import { staffTasks } from "#features/staff/tasks/tables.server.ts";
import { openStates, type TaskFailure } from "#features/staff/tasks/task-states.ts";
import { erasePersonalData } from "./buyer-data.server.ts";
import { recordErasure } from "./erasures.server.ts";
import { redactPerson, mapTexts, redactFullName, type Named } from "./names-in-text.ts";
import { eraseAddressMails, erasePersonMails } from "./person-mails.server.ts";

type Task = Pick<typeof staffTasks.$inferSelect, "state" | "input" | "failures" | "result">;

/** Redacts the texts of a task. Keeps the input of an open task, because it is deleted when the task ends. */
function redactTask({ state, input, failures, result }: Task, redact: (text: string) => string) {
  const isOpen = openStates.some((open) => open === state);
  return {
    input: isOpen ? input : (mapTexts(input, redact) as Record<string, unknown>),
    failures: mapTexts(failures, redact) as TaskFailure[],
    result: mapTexts(result, redact) as Record<string, unknown> | null,
  };
}

/** Removes someone from tasks that staff started with their name or address, such as the export of a search. */
async function eraseFromTasks(ctx: Ctx, person: Named): Promise<void> {
  const { id, state, input, failures, result } = staffTasks;
  const redact = redactFullName(person);
  const readTasks = () => ctx.db.select({ id, state, input, failures, result }).from(staffTasks);
  const redactIfNamed = (task: Task) => {
    const after = redactTask(task, redact);
    const before = { input: task.input, failures: task.failures, result: task.result };
    return isDeepStrictEqual(before, after) ? null : after;
  };
  for (const candidate of await readTasks().orderBy(asc(id))) {
    if (!redactIfNamed(candidate)) continue;
    // A step may have written something meanwhile.
    const [task] = await readTasks().where(eq(id, candidate.id)).for("update");
    const after = task && redactIfNamed(task);
    if (after) await ctx.db.update(staffTasks).set(after).where(eq(id, candidate.id));
  }
}

/**
 * Removes someone from what staff wrote about payments of their orders, if they have an account, and from tasks. The
 * rest of each text stays. Call it in the open transaction.
 */
async function eraseFromStaffTexts(ctx: Ctx, id: string | null, person: Named): Promise<void> {
  if (id !== null) await eraseFromReasons(ctx, id, person);
  await eraseFromTasks(ctx, person);
}

async function eraseFromReasons(ctx: Ctx, id: string, person: Named): Promise<void> {
  const ownOrders = ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.userId, id));
  const ownPayments = ctx.db.select({ id: payments.id }).from(payments).where(inArray(payments.orderId, ownOrders));
  const redact = redactPerson(person);
  const redactColumn = async (table: PgTable & { id: PgColumn }, column: PgColumn, name: string, where: SQL) => {
    const rows = await ctx.db.select({ id: table.id, text: column }).from(table).where(where).orderBy(asc(table.id));
    for (const row of rows) {
      const text = row.text as string | null;
      const redacted = text === null ? null : redact(text);
      if (redacted !== text)
        await ctx.db
          .update(table)
          .set({ [name]: redacted })
          .where(eq(table.id, row.id));
    }
  };
  await redactColumn(orders, orders.reason, "reason", eq(orders.userId, id));
  await redactColumn(refunds, refunds.reason, "reason", inArray(refunds.paymentId, ownPayments));
  await redactColumn(refundRequests, refundRequests.reason, "reason", inArray(refundRequests.orderId, ownOrders));
  // Erases what the person wrote about themselves.
  await eraseChangeTexts(ctx, id);
  const changes = ctx.db
    .select({ id: orderChanges.id })
    .from(orderChanges)
    .where(inArray(orderChanges.orderId, ownOrders));
  await redactColumn(changeMessages, changeMessages.text, "text", inArray(changeMessages.changeId, changes));
  await redactColumn(orderChanges, orderChanges.answer, "answer", inArray(orderChanges.orderId, ownOrders));
  await redactColumn(refundRequests, refundRequests.word, "word", inArray(refundRequests.orderId, ownOrders));
  await redactColumn(paymentCases, paymentCases.reason, "reason", inArray(paymentCases.orderId, ownOrders));
}

/** The person to erase: an account, an address known to be theirs, or both. */
export interface Erased {
  account: ErasedPerson | null;
  address: string | null;
}

/** Condition for the person's seats: by account when the address was confirmed, and by address. */
function whereOwnedSeats({ account, address }: Erased): SQL {
  const byAccount = account ? eq(enrolments.userId, account.id) : undefined;
  const byAddress = address ? eq(enrolments.attendeeEmail, address.toLowerCase()) : undefined;
  return or(byAccount, byAddress) ?? sql`false`;
}

/** Lists every name under which the site knows the person. */
async function readNames(ctx: Ctx, erased: Erased): Promise<string[]> {
  const { attendeeName, attendeeNameOther } = enrolments;
  const seats = await ctx.db
    .select({ attendeeName, attendeeNameOther })
    .from(enrolments)
    .where(whereOwnedSeats(erased));
  const names = [
    erased.account?.name,
    ...seats.flatMap((seat) => [seat.attendeeName, seat.attendeeNameOther]),
    ...(erased.address ? await readSenderNames(ctx, erased.address) : []),
  ];
  return [...new Set(names.filter((name) => name !== null && name !== undefined && name.trim() !== ""))] as string[];
}

/**
 * Blanks what staff wrote in the audit log about orders and seats of others, as far as it is about this person: notes
 * that name them, and events of a seat that was theirs, with the reasons. `eraseAccount` blanks it for their own
 * orders.
 */
async function eraseFromNotes(ctx: Ctx, erased: Erased, names: readonly string[]): Promise<void> {
  const { id, action, entity, entityId, before, after, personalOf } = auditEvents;
  const { account, address } = erased;
  const redactors = names.map((name) => redactPerson({ name, address, contactNumber: account?.contactNumber ?? "" }));
  const orderIdQuery = ctx.db
    .select({ id: sql<string>`${enrolments.orderId}::text` })
    .from(enrolments)
    .where(whereOwnedSeats(erased));
  const notes = await ctx.db
    .select({ id, after })
    .from(auditEvents)
    .where(and(eq(action, noteAction), eq(entity, "order"), inArray(entityId, orderIdQuery)));
  const notesAboutPerson = notes.filter((note) => {
    const text = readNoteText(note.after) ?? "";
    return redactors.some((redact) => redact(text) !== text);
  });
  const hasEmail = (email: string) =>
    or(sql`lower(${before} ->> 'email') = ${email}`, sql`lower(${after} ->> 'email') = ${email}`);
  // The reasons that staff gave for attendance marks and certificates are blanked as well.
  const seatIds = ctx.db
    .select({ id: sql<string>`${enrolments.id}::text` })
    .from(enrolments)
    .where(whereOwnedSeats(erased));
  const reasonEvents = await ctx.db
    .select({ id })
    .from(auditEvents)
    .where(and(isNotNull(personalOf), inArray(sql`${after} ->> 'seatId'`, seatIds)));
  const seatEvents = address
    ? await ctx.db
        .select({ id })
        .from(auditEvents)
        .where(and(isNotNull(personalOf), hasEmail(address.toLowerCase())))
    : [];
  await blankEvents(
    ctx,
    [...notesAboutPerson, ...reasonEvents, ...seatEvents].map((event) => event.id),
  );
}

/** Erases the learning records and the names of these seats. */
async function clearLearning(ctx: Ctx, seats: SQL | undefined): Promise<void> {
  await eraseHolders(ctx, seats);
  await eraseFeedback(ctx, seats);
  await clearAttendees(ctx, seats);
}

/** Condition for the person's seats, and for seats of their own orders that have their name but another address. */
function wherePersonSeats(ctx: Ctx, erased: Erased): SQL | undefined {
  const { account } = erased;
  const { attendeeName, orderId } = enrolments;
  const ownOrders = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, account?.id ?? ""));
  const byName = account ? and(eq(attendeeName, account.name), inArray(orderId, ownOrders)) : undefined;
  return or(whereOwnedSeats(erased), byName);
}

async function readRunIds(ctx: Ctx, seats: SQL | undefined): Promise<number[]> {
  const rows = await ctx.db.selectDistinct({ runId: enrolments.runId }).from(enrolments).where(seats);
  return rows.map(({ runId }) => runId);
}

/**
 * Removes a person from every seat. On a seat of a course that is not over, the name stays until then, because they may
 * still attend; then a job removes it.
 */
async function eraseFromSeats(ctx: Ctx, erased: Erased): Promise<void> {
  const { account } = erased;
  const { id, runId, state } = enrolments;
  const personSeats = wherePersonSeats(ctx, erased);
  const comingRuns = ctx.db
    .select({ id: courseRuns.id })
    .from(courseRuns)
    .where(and(isNull(courseRuns.cancelledAt), gte(courseRuns.endDate, riyadhDate(ctx.now()))));
  const isUpcoming = and(personSeats, inArray(state, ["held", "confirmed"]), inArray(runId, comingRuns));
  const [upcoming] = await ctx.db
    .select({ last: max(courseRuns.endDate) })
    .from(enrolments)
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(isUpcoming);
  if (!account || !upcoming?.last) return clearLearning(ctx, personSeats);
  const upcomingIds = (await ctx.db.select({ id }).from(enrolments).where(isUpcoming)).map((seat) => seat.id);
  await clearLearning(ctx, and(personSeats, sql`${id} <> all(${sql.param(upcomingIds)})`));
  // Keeps the account id on the seats, so that the job finds them when the address is gone.
  await ctx.db.update(enrolments).set({ userId: account.id }).where(inArray(id, upcomingIds));
  const plan = {
    dueOn: addDays(upcoming.last, 1),
    asked: "",
    plannedBy: account.id,
    plannedAt: ctx.now(),
    problem: null,
  };
  await ctx.db
    .insert(plannedErasures)
    .values({ personId: account.id, ...plan })
    .onConflictDoUpdate({ target: plannedErasures.personId, set: plan });
}

/** Part of a job: erases the names on seats of an erased account whose courses have ended, in the open transaction. */
export async function eraseLastSeats(ctx: Ctx, accountId: string): Promise<void> {
  const seats = eq(enrolments.userId, accountId);
  const runIds = await readRunIds(ctx, seats);
  await clearLearning(ctx, seats);
  await dropFilesNaming(ctx, { texts: [], runIds });
  await ctx.db.delete(plannedErasures).where(eq(plannedErasures.personId, accountId));
}

/**
 * Erases a person: what belongs to the account by id, and what belongs to the address. Callers have checked that the
 * address is theirs and that nothing prevents the erasure. The erasure is also recorded where a restored backup does
 * not lose it, unless `note` is false. `tell` is passed to `eraseAccount`. Call it in the open transaction.
 */
export async function eraseEverything(ctx: Ctx, erased: Erased, { tell = true, note = true } = {}): Promise<void> {
  const { account, address } = erased;
  const names = await readNames(ctx, erased);
  const contactNumber = account?.contactNumber ?? "";
  const runIds = await readRunIds(ctx, wherePersonSeats(ctx, erased));
  await eraseFromNotes(ctx, erased, names);
  if (account) await erasePersonMails(ctx, { ...account, address });
  else if (address) await eraseAddressMails(ctx, { name: names[0] ?? "", contactNumber, address });
  if (account) {
    await ctx.db.delete(plannedErasures).where(eq(plannedErasures.personId, account.id));
    await erasePersonalData(ctx, account.id);
    await eraseRecord(ctx, account.id);
  }
  await eraseFromSeats(ctx, erased);
  await eraseWaitlistData(ctx, { accountId: account?.id ?? null, address });
  await eraseLinkAddresses(ctx, { address });
  if (address) await eraseEnquiriesFrom(ctx, address);
  for (const name of names.length > 0 ? names : [""])
    await eraseFromStaffTexts(ctx, account?.id ?? null, { name, contactNumber, address });
  await dropFilesNaming(ctx, { texts: [account?.email ?? "", address ?? "", contactNumber], runIds });
  if (account) await eraseAccount(ctx, account, { tell, mentionsKeptData: address === null });
  if (note) await recordErasure(ctx, { personId: account?.id ?? null, address });
}
