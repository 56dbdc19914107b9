import { randomUUID } from "node:crypto";
import { and, asc, count, eq, gt, inArray } from "drizzle-orm";
import { z } from "zod";
import { users } from "#features/people/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { staffName } from "#features/staff/names.server.ts";
import { defineTask, inBoth } from "#features/staff/tasks/define.server.ts";
import { chosenNumbers } from "#features/staff/tasks/export.server.ts";
import type { TaskFailure } from "#features/staff/tasks/task-states.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import { localePath } from "#i18n/locale.ts";
import { requireFreshSignIn, requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { paragraph, proseLine } from "#platform/http/fields.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { m } from "#messages";

const ordersPerStep = 20;

/** Fields of an email that staff write. Each buyer gets it in the language of their order. */
export const letterFields = {
  order_ids: chosenNumbers(),
  subject_eng: proseLine(60),
  subject_ar: proseLine(60),
  text_eng: paragraph(2000),
  text_ar: paragraph(2000),
};
const letter = z.object(letterFields);
type Letter = z.infer<typeof letter>;

const isChosenSql = (ids: number[]) => inArray(orders.id, ids);

/** Task: emails the buyers of the chosen orders, each buyer once, however many of their orders are chosen. */
export const writeToBuyers = defineTask<Letter & { key: string }, number>({
  kind: "orders.letter",
  permission: "orders.resend",
  input: letter.extend({ key: z.uuid() }),
  // The audit log does not keep the text. It is in the emails, where an erasure reaches it.
  audited: ({ order_ids }) => ({ order_ids }),
  title: (_letter, locale) => m.notices_letter_title({}, { locale }),
  async total(ctx, { order_ids: ids }) {
    const [row] = await ctx.db.select({ orders: count() }).from(orders).where(isChosenSql(ids));
    if (!row?.orders) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
    return row.orders;
  },
  async step(ctx, { order_ids: ids, key, ...texts }, { cursor }) {
    const author = requireStaff(ctx);
    const rows = await ctx.db
      .select({ id: orders.id, locale: orders.locale, userId: users.id, email: users.email, erasedAt: users.erasedAt })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.userId))
      .where(and(isChosenSql(ids), cursor === null ? undefined : gt(orders.id, cursor)))
      .orderBy(asc(orders.id))
      .limit(ordersPerStep);
    const failures: TaskFailure[] = [];
    for (const { id, userId, email, erasedAt, ...order } of rows) {
      if (erasedAt !== null) {
        failures.push({ what: `#${id}`, why: inBoth((locale) => m.notices_letter_erased({}, { locale })) });
        continue;
      }
      const locale = order.locale === "ar" ? "ar" : "en";
      await queueMail(ctx, {
        key: `buyer-letter:${key}:${userId}`,
        to: email,
        locale,
        template: "buyer-letter",
        props: {
          subject: locale === "ar" ? texts.subject_ar : texts.subject_eng,
          text: locale === "ar" ? texts.text_ar : texts.text_eng,
          author: staffName(author, locale),
          orderId: id,
          orderUrl: `${ctx.env.BASE_URL}${localePath(`/my-courses/${id}`, locale)}`,
        },
      });
    }
    const lastId = rows.length === ordersPerStep ? (rows.at(-1)?.id ?? null) : null;
    return { cursor: lastId, done: rows.length - failures.length, failures };
  },
});

/**
 * Starts the task. Needs a fresh sign-in. Throws Unauthenticated, Forbidden, FreshSignInRequired, NotFound (none of
 * the orders), Conflict (ten tasks are open).
 */
export async function startLetter(ctx: Ctx, input: Letter): Promise<{ id: number }> {
  requirePermission(ctx, writeToBuyers.permission);
  requireFreshSignIn(ctx);
  return startTask(ctx, writeToBuyers, { ...input, key: randomUUID() });
}
startLetter.permission = writeToBuyers.permission;
