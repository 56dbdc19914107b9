import { and, asc, eq, lte, sql } from "drizzle-orm";
import { holdAccount, type ErasedPerson } from "#features/people/hold-account.server.ts";
import { plannedErasures } from "#features/people/profile/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  requireFreshSignIn,
  requirePermission,
  requireStaff,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { users } from "#features/people/tables.server.ts";
import { eraseEverything, eraseLastSeats } from "./erase-everything.server.ts";
import { countErased, listObstacles, countRetainedDocuments, type Obstacle } from "./erasure-facts.server.ts";
import { redactPerson } from "./names-in-text.ts";
import { isCompanyAddress } from "./person-mails.server.ts";
import { personRow } from "./person.server.ts";

/** Reads what an erasure would do or has done. */
export async function readErasure(ctx: Ctx, { id }: { id: string }) {
  requirePermission(ctx, readErasure.permission);
  const person = await personRow(ctx, id);
  const [planned] = await ctx.db.select().from(plannedErasures).where(eq(plannedErasures.personId, id));
  const isErased = person.erasedAt !== null;
  const against = isErased ? [] : await listObstacles(ctx, person);
  return {
    erased_at: person.erasedAt?.toISOString() ?? null,
    planned: planned ? { due_on: planned.dueOn, asked: planned.asked, problem: planned.problem } : null,
    goes: isErased ? null : await countErased(ctx, person),
    stays: await countRetainedDocuments(ctx, id),
    against,
    /** The day after the last course, if only courses prevent the erasure. */
    possible_on: getPossibleDay(against),
  };
}
readErasure.permission = "people.erase" as const;

function getPossibleDay(against: readonly Obstacle[]): string | null {
  const lastDays = against.map(({ reason, course }) => (reason === "seat-ahead" ? (course?.end_date ?? null) : null));
  if (lastDays.length === 0 || lastDays.includes(null)) return null;
  return addDays(lastDays.map(String).toSorted().at(-1) ?? "", 1);
}

/** Builds the error that explains what prevents an erasure. */
function buildRefusal(ctx: Ctx, { reason, order_id, course }: Obstacle): Conflict {
  const { locale } = ctx;
  const order = String(order_id);
  if (reason === "order-pending") return new Conflict(m.people_erase_order_pending({ order }, { locale }));
  if (reason === "refund-open") return new Conflict(m.people_erase_refund_open({ order }, { locale }));
  if (reason === "document-waiting") return new Conflict(m.people_erase_document_waiting({ order }, { locale }));
  const name = (locale === "ar" ? course?.name_ar : null) ?? course?.name_eng ?? "";
  if (reason === "seat-held") return new Conflict(m.people_erase_seat_held({ order, course: name }, { locale }));
  return new Conflict(m.people_erase_seat_ahead({ course: name, date: course?.end_date ?? "" }, { locale }));
}

/**
 * Erases someone on behalf of staff, who have verified that the address is theirs. Callers have checked for obstacles.
 */
async function erase(ctx: Ctx, account: ErasedPerson, after: Record<string, unknown>): Promise<void> {
  const address = (await isCompanyAddress(ctx, account.email)) ? null : account.email;
  await eraseEverything(ctx, { account, address });
  await audit(ctx, { action: "person.erased", entity: "person", entityId: account.id, after });
}

export interface ErasureInput {
  id: string;
  /** The person's email address, which staff type as a confirmation. */
  email: string;
  /** How the person asked for it. */
  asked: string;
  when: "now" | "after-last-course";
}

/**
 * Erases a person's data, or plans it for the day after their last course. What tax law requires stays. Erasing someone
 * again changes nothing. Needs a fresh sign-in. Throws FreshSignInRequired, NotFound, ValidationError on `email`, and
 * Conflict while an order, a refund, a hold, a course or the clearance of a tax document is open.
 */
export async function erasePerson(ctx: Ctx, input: ErasureInput) {
  requirePermission(ctx, erasePerson.permission);
  requireFreshSignIn(ctx);
  const { id: plannedBy } = ctx.actor.kind === "command" ? { id: ctx.actor.name } : requireStaff(ctx);
  await personRow(ctx, input.id);
  await inTransaction(ctx, async (ctx) => {
    // The account is held first, so that a concurrent order is either seen below or refused.
    const person = await holdAccount(ctx, input.id);
    if (!person) return;
    if (input.email.trim().toLowerCase() !== person.email.toLowerCase())
      throw new ValidationError({ email: [m.people_erase_other_email({}, { locale: ctx.locale })] });
    const requestText = redactPerson({ ...person, address: person.email })(input.asked);
    const against = await listObstacles(ctx, person);
    const dueOn = input.when === "after-last-course" ? getPossibleDay(against) : null;
    const [obstacle] = against;
    if (dueOn === null && obstacle) throw buildRefusal(ctx, obstacle);
    if (dueOn === null) return erase(ctx, person, { asked: requestText });
    const plan = { dueOn, asked: requestText, plannedBy, plannedAt: ctx.now(), problem: null };
    await ctx.db
      .insert(plannedErasures)
      .values({ personId: person.id, ...plan })
      .onConflictDoUpdate({ target: plannedErasures.personId, set: plan });
    const after = { asked: requestText, due_on: dueOn };
    await audit(ctx, { action: "person.erasure-planned", entity: "person", entityId: person.id, after });
  });
  return readErasure(ctx, input);
}
erasePerson.permission = "people.erase" as const;

/** Cancels a planned erasure; does nothing without a plan. Throws NotFound. */
export async function cancelErasure(ctx: Ctx, { id }: { id: string }) {
  requirePermission(ctx, cancelErasure.permission);
  await personRow(ctx, id);
  await inTransaction(ctx, async (ctx) => {
    const [cancelled] = await ctx.db.delete(plannedErasures).where(eq(plannedErasures.personId, id)).returning();
    if (!cancelled) return;
    const before = { due_on: cancelled.dueOn };
    await audit(ctx, { action: "person.erasure-cancelled", entity: "person", entityId: id, before });
  });
  return readErasure(ctx, { id });
}
cancelErasure.permission = "people.erase" as const;

/**
 * Job: carries out planned erasures that are due, and erases the names of erased people on their last seats. If
 * something prevents a planned erasure, the plan says what, and it is tried again.
 */
export async function erasePlanned(ctx: Ctx): Promise<void> {
  const duePlans = await ctx.db
    .select()
    .from(plannedErasures)
    .where(lte(plannedErasures.dueOn, riyadhDate(ctx.now())))
    .orderBy(asc(plannedErasures.personId));
  for (const { personId } of duePlans)
    await inTransaction(ctx, async (ctx) => {
      const person = await holdAccount(ctx, personId);
      const isPlanned = and(eq(plannedErasures.personId, personId), lte(plannedErasures.dueOn, riyadhDate(ctx.now())));
      const [plan] = await ctx.db.select().from(plannedErasures).where(isPlanned);
      if (!plan) return;
      if (!person) return eraseLastSeats(ctx, personId);
      const [problem] = await listObstacles(ctx, person);
      if (problem) return void (await ctx.db.update(plannedErasures).set({ problem: problem.reason }).where(isPlanned));
      await erase(ctx, person, { asked: plan.asked, planned_by: plan.plannedBy });
    });
}

const toPersonWithoutAccount = (email: string) => ({ id: "", email });

/**
 * Reads what is stored under an address without an account, of someone who wrote or was named by a buyer. If there is
 * an account, only returns its id. Throws ValidationError on `email` for an address of the company or a colleague.
 */
export async function readAddress(ctx: Ctx, { email }: { email: string }) {
  requirePermission(ctx, readAddress.permission);
  if (await isCompanyAddress(ctx, email))
    throw new ValidationError({ email: [m.people_erase_company_email({}, { locale: ctx.locale })] });
  const [account] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  if (account) return { person_id: account.id, goes: null, against: [] };
  const { mails, enquiries, newsletter, seats } = await countErased(ctx, toPersonWithoutAccount(email));
  return {
    person_id: null,
    goes: { mails, enquiries, newsletter, seats },
    against: await listObstacles(ctx, toPersonWithoutAccount(email)),
  };
}
readAddress.permission = "people.erase" as const;

/**
 * Erases what is stored under an address without an account. Needs a fresh sign-in. Throws what `readAddress` throws,
 * FreshSignInRequired, Conflict (a seat is held or upcoming, or there is an account).
 */
export async function eraseAddress(ctx: Ctx, { email, asked }: { email: string; asked: string }) {
  requirePermission(ctx, eraseAddress.permission);
  requireFreshSignIn(ctx);
  await inTransaction(ctx, async (ctx) => {
    const { person_id: account, against } = await readAddress(ctx, { email });
    if (account !== null) throw new Conflict(m.people_erase_has_account({}, { locale: ctx.locale }));
    const [obstacle] = against;
    if (obstacle) throw buildRefusal(ctx, obstacle);
    await eraseEverything(ctx, { account: null, address: email });
    const after = { asked: redactPerson({ name: "", contactNumber: "", address: email })(asked) };
    await audit(ctx, { action: "person.erased", entity: "person", entityId: "", after });
  });
  return readAddress(ctx, { email });
}
eraseAddress.permission = "people.erase" as const;
