import { eq, lt } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { comparePayments } from "#features/settlement/cases/compare.server.ts";
import { watchPayments } from "#features/settlement/watch-payments.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import type { AnyTaskKind } from "#features/staff/tasks/define.server.ts";
import { dayMs, addDays, riyadhInstant } from "#i18n/dates.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { sendMail } from "#platform/mail/jobs.server.ts";
import { mailDays } from "#platform/mail/erase-mails.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { buy } from "./buy.server.ts";
import { mistypedAddress } from "./enquiries.ts";
import { moveHistory } from "./pack.server.ts";
import { demoSales } from "./sales.ts";
import { seedActivities, seedAttendance, seedCertificates, seedFeedback } from "./learning.server.ts";
import { planOffice } from "./office.server.ts";
import { planStaffWork, type Bought } from "./staff-work.server.ts";
import { planWaiting, seedOffer } from "./waiting.server.ts";
import { firstDay, openWorld, type World } from "./world.server.ts";

/**
 * Sets times that no operation of the product can set: when the demo's own accounts were created, and when its staff
 * last signed in.
 */
async function backdate(world: World): Promise<void> {
  const { ctx, today } = world;
  const staffCreatedAt = riyadhInstant(addDays(today, firstDay - 20), "09:00");
  await ctx.db
    .update(staffUsers)
    .set({
      createdAt: staffCreatedAt,
      acceptedAt: staffCreatedAt,
      updatedAt: staffCreatedAt,
      lastSignInAt: riyadhInstant(addDays(today, -1), "08:40"),
    })
    .where(eq(staffUsers.isDemo, true));
  const registeredAt = riyadhInstant(addDays(today, firstDay + 10), "19:30");
  await ctx.db
    .update(users)
    .set({
      nameOther: "سارة ناصر",
      emailVerified: true,
      createdAt: registeredAt,
      updatedAt: registeredAt,
      termsAcceptedAt: registeredAt,
    })
    .where(eq(users.email, "learner@example.com"));
}

/**
 * Brings the mailbox to its state of today. Deletes mails older than their retention, and renders the others without
 * sending them, whatever mail server is set. Mail to the mistyped address counts as failed.
 */
async function fillMailbox({ ctx }: World): Promise<void> {
  const { id, createdAt, to, status } = outboxMails;
  const keptSince = new Date(ctx.now().getTime() - mailDays * dayMs);
  await ctx.db.delete(outboxMails).where(lt(createdAt, keptSince));
  const queued = await ctx.db.select({ id }).from(outboxMails).where(eq(status, "queued")).orderBy(id);
  for (const mail of queued) await sendMail(ctx, mail, { isLast: true });
  await ctx.db.update(outboxMails).set({ status: "failed", lastError: "EENVELOPE 550" }).where(eq(to, mistypedAddress));
}

/**
 * Creates the history of the demo's company through the operations of the product, under a simulated clock: all or
 * nothing, once, and only in a database whose demo content was loaded with `hasHistory`. Resolves to false when there
 * is nothing to do. The site's fake provider must not run yet, because it reads its payments only when it starts.
 */
export async function seedHistory(real: Ctx, kinds: readonly AnyTaskKind[]): Promise<boolean> {
  let world: World | undefined;
  try {
    return await inTransaction(real, async (inside) => {
      // Each operation opens a transaction of its own inside this one (see `openWorld`).
      const ctx: Ctx = { ...inside, afterCommit: null };
      if (!(await moveHistory(ctx, "awaited", "told"))) return false;
      world = await openWorld(ctx, kinds);
      await backdate(world);
      const bought: Bought = new Map();
      for (const sale of demoSales)
        world.schedule(sale.day, sale.time, async () => {
          if (world) bought.set(`${sale.buyer} ${sale.run}`, await buy(world, sale));
        });
      planStaffWork(world, bought);
      planOffice(world);
      planWaiting(world);
      await world.playSchedule();
      await seedAttendance(world);
      await seedFeedback(world);
      await seedCertificates(world);
      await seedActivities(world);
      await seedOffer(world);
      await watchPayments(world.ctx);
      await comparePayments(world.ctx);
      await fillMailbox(world);
      return true;
    });
  } finally {
    await world?.close();
  }
}
