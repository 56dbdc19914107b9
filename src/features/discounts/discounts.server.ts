import { everPaidStatuses } from "#features/orders/order-states.ts";
import { and, eq, exists, gt, inArray, notInArray, or, sql } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { lockFirstOrder } from "#features/orders/locks.server.ts";
import {
  discountLines,
  getGroupPrice,
  type CodeDiscount,
  type GroupPrice,
  type LineDiscount,
} from "#features/orders/pricing.ts";
import { isHeldNowSql } from "#features/seats/conditions.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { localText } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { consumeRateLimit, toNetwork, requireTriesLeft } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import type { DiscountCode } from "./code-fields.server.ts";
import { isForRun, getCodeRefusal, normaliseCode, getCodeState, type CodeRefusal } from "./discount-rules.ts";
import { discountCodes } from "./tables.server.ts";

interface OrderedLine {
  run: {
    runId: number;
    courseId: number;
    unitPriceHalalas: number;
    group: GroupPrice | null;
    /** The company that a private run is for. No discount code applies to its seats. */
    company?: string | null;
  };
  qty: number;
}

/** The same error for codes that do not exist, are over or are used up. The number of such attempts is limited. */
class WrongCode extends ValidationError {}

/** Condition for orders that use their code: they were paid at some time, or hold seats now. */
const usesSql = (ctx: Ctx) => {
  const currentHolds = ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.orderId, orders.id), isHeldNowSql(ctx)));
  return or(inArray(orders.status, everPaidStatuses), exists(currentHolds));
};

/** Condition that leaves out these orders: those about to be replaced, and the order that is priced. */
const othersSql = (ids: number[]) => (ids.length > 0 ? notInArray(orders.id, ids) : undefined);

/** Counts current uses by code: by everyone, and by the account `buyerId`. */
export async function countUses(ctx: Ctx, codeIds: number[], { replaced = [], buyerId = "" }: Partial<UsesQuery> = {}) {
  const { discountCodeId: codeId, userId } = orders;
  const isPaid = inArray(orders.status, everPaidStatuses);
  const rows = await ctx.db
    .select({
      codeId,
      totalUses: sql<number>`count(*)::int`,
      paidUses: sql<number>`(count(*) filter (where ${isPaid}))::int`,
      accountUses: sql<number>`(count(*) filter (where ${userId} = ${buyerId}))::int`,
    })
    .from(orders)
    .where(and(inArray(codeId, codeIds), othersSql(replaced), usesSql(ctx)))
    .groupBy(codeId);
  return new Map(rows.map(({ codeId, ...uses }) => [codeId, uses]));
}
const unused = { totalUses: 0, paidUses: 0, accountUses: 0 };

/**
 * Whether the account has another order that was paid or holds seats, for codes that are for a first order only. With
 * `locks` such checks of one account run one after another, whatever the code.
 */
async function hasOrdered(ctx: Ctx, { buyerId, replaced }: UsesQuery, { locks }: { locks: boolean }): Promise<boolean> {
  if (locks) await lockFirstOrder(ctx, buyerId);
  return (await ctx.db.$count(orders, and(eq(orders.userId, buyerId), othersSql(replaced), usesSql(ctx)))) > 0;
}

/** Reads the course that a code is for, to tell a buyer who tried it on another one. */
async function readNamedCourse(ctx: Ctx, { scope, courseIds, runIds }: DiscountCode): Promise<string | null> {
  if (scope !== "only") return null;
  const { name_eng, name_ar } = courses;
  const [course] = await ctx.db
    .select({ name_eng, name_ar })
    .from(courses)
    .where(
      or(
        inArray(courses.id, courseIds),
        inArray(
          courses.id,
          ctx.db.select({ id: courseRuns.courseId }).from(courseRuns).where(inArray(courseRuns.id, runIds)),
        ),
      ),
    )
    .orderBy(courses.id);
  return course ? localText(ctx.locale, course.name_eng, course.name_ar).text : null;
}

async function refuse(ctx: Ctx, refusal: CodeRefusal, code: DiscountCode | undefined): Promise<never> {
  const { locale } = ctx;
  if (refusal.kind === "wrong") throw new WrongCode({ discount_code: [m.discounts_wrong({}, { locale })] });
  const course = refusal.kind === "other-course" && code ? await readNamedCourse(ctx, code) : null;
  const { minSeats, seats } = refusal.kind === "too-few" ? refusal : { minSeats: 0, seats: 0 };
  const texts = {
    "not-first": () => m.discounts_not_first({}, { locale }),
    "used-by-you": () => m.discounts_used_by_you({}, { locale }),
    "other-course": () =>
      course === null ? m.discounts_other_course({}, { locale }) : m.discounts_only_course({ course }, { locale }),
    "too-few": () => m.discounts_too_few({ count: minSeats, seats }, { locale }),
    "no-better": () => m.discounts_no_better({}, { locale }),
  };
  throw new ValidationError({ discount_code: [texts[refusal.kind]()] });
}

interface UsesQuery {
  /** Unpaid orders that this order replaces; their uses do not count. */
  replaced: number[];
  /** The buyer; defaults to the caller. */
  buyerId: string;
}

export interface Discounted<Line> {
  lines: (Line & { discount: LineDiscount | null })[];
  code: DiscountCode | null;
}

/**
 * Calculates the discounts of an order's lines: group prices, and the entered code. With `locks` the code's row is
 * locked until the transaction ends, so that uses are counted one after another; lock the runs before. Throws
 * ValidationError (`discount_code`).
 */
export async function discountOrder<Line extends OrderedLine>(
  ctx: Ctx,
  lines: readonly Line[],
  typed: string | null,
  { locks, replaced = [], buyerId = ctx.viewer?.id ?? "" }: { locks: boolean } & Partial<UsesQuery>,
): Promise<Discounted<Line>> {
  const applyDiscounts = (code: DiscountCode | null) => {
    const isCodeFor = ({ run, qty }: Line) =>
      code !== null && !run.company && qty >= code.minSeats && isForRun(code, run);
    const lineDiscounts = discountLines(
      lines.map((line) => ({ ...line.run, qty: line.qty, isForCode: isCodeFor(line) })),
      code && toCodeDiscount(code),
    );
    const fromSeats = code && code.minSeats > 1 ? { fromSeats: code.minSeats } : {};
    const addMinSeats = (discount: LineDiscount | null) =>
      discount?.kind === "code" ? { ...discount, ...fromSeats } : discount;
    return {
      lines: lines.map((line, index) => ({ ...line, discount: addMinSeats(lineDiscounts[index] ?? null) })),
      code,
    };
  };
  if (typed === null) return applyDiscounts(null);
  const query = ctx.db
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.code, normaliseCode(typed)))
    .$dynamic();
  const [code] = await (locks ? query.for("update") : query);
  if (!code) return refuse(ctx, { kind: "wrong" }, code);
  // A separate statement after the lock sees what the previous holder of the lock committed.
  const usesQuery = { replaced, buyerId };
  const counted = (await countUses(ctx, [code.id], usesQuery)).get(code.id) ?? unused;
  const uses = { ...counted, hasOrdered: code.firstOrderOnly && (await hasOrdered(ctx, usesQuery, { locks })) };
  const orderedLines = lines.map(({ run, qty }) => ({ ...run, qty }));
  const refusal = getCodeRefusal(code, uses, orderedLines, ctx.now());
  if (refusal) return refuse(ctx, refusal, code);
  const discounted = applyDiscounts(code);
  if (!discounted.lines.some(({ discount }) => discount?.kind === "code"))
    return refuse(ctx, { kind: "no-better" }, code);
  return discounted;
}

/** Converts the columns of a code to the discount that it gives. */
export const toCodeDiscount = ({
  percent,
  amountHalalas,
  maxDiscountHalalas,
}: Pick<DiscountCode, "percent" | "amountHalalas" | "maxDiscountHalalas">): CodeDiscount =>
  percent === null
    ? { percent, amountHalalas: amountHalalas ?? 0 }
    : { percent, amountHalalas: null, maxDiscountHalalas };

/**
 * Runs `act` and counts wrong codes by account and by network. Call it outside of any transaction, so that a rollback
 * does not undo the count. Throws RateLimited.
 */
export async function limitWrongCodes<Result>(
  ctx: Ctx,
  typed: string | null,
  act: () => Promise<Result>,
): Promise<Result> {
  if (typed === null) return act();
  const subjects = [
    ...(ctx.viewer ? [["wrongCodePerAccount", ctx.viewer.id] as const] : []),
    ["wrongCodePerAddress", toNetwork(ctx.address)] as const,
  ];
  for (const [name, subject] of subjects) await requireTriesLeft(ctx, name, subject);
  try {
    return await act();
  } catch (error) {
    if (error instanceof WrongCode) for (const [name, subject] of subjects) await consumeRateLimit(ctx, name, subject);
    throw error;
  }
}

/**
 * Reads whether a payment can still buy the seats at the order's discounts. Callers hold the run locks; the code is
 * locked until the transaction ends. `isCodeUsedUp`: others have taken the last use meanwhile. `hasDiscountChanged`: the
 * code or group price no longer applies, or another order came first; this only matters for a late payment.
 */
export async function readDiscountState(
  ctx: Ctx,
  orderId: number,
): Promise<{ isCodeUsedUp: boolean; hasDiscountChanged: boolean }> {
  const lines = await ctx.db
    .select({ line: orderLines, run: courseRuns, codeId: orders.discountCodeId, buyerId: orders.userId })
    .from(orderLines)
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.orderId, orderId), gt(orderLines.discountHalalas, 0)));
  const hasGroupPriceChanged = lines.some(({ line, run }) => {
    if (line.discountKind !== "group") return false;
    const groupHalalas =
      discountLines([{ ...line, group: getGroupPrice(run), isForCode: false }], null)[0]?.halalas ?? 0;
    return groupHalalas < line.discountHalalas;
  });
  const [firstLine] = lines;
  const codeId = firstLine?.codeId ?? null;
  if (!firstLine || codeId === null) return { isCodeUsedUp: false, hasDiscountChanged: hasGroupPriceChanged };
  const [code] = await ctx.db.select().from(discountCodes).where(eq(discountCodes.id, codeId)).for("update");
  if (!code) throw new Error(`Code ${codeId} is gone`);
  const usesQuery = { replaced: [orderId], buyerId: firstLine.buyerId };
  const otherUses = (await countUses(ctx, [codeId], usesQuery)).get(codeId) ?? unused;
  const state = getCodeState(code, otherUses.totalUses, ctx.now());
  return {
    isCodeUsedUp: code.maxUses !== null && otherUses.totalUses >= code.maxUses,
    hasDiscountChanged:
      hasGroupPriceChanged ||
      state !== "in-force" ||
      (code.firstOrderOnly && (await hasOrdered(ctx, usesQuery, { locks: true }))),
  };
}
