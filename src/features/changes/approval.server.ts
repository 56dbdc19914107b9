/**
 * One person asks, another one decides. What waits is a refund of an order or the cancellation of a run; each says, as
 * an `ApprovalKind`, what differs.
 */
import { and, eq, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import { readRunTitle } from "#features/catalogue/run-title.server.ts";
import { discountCodes } from "#features/discounts/tables.server.ts";
import { getRolePermissions, staffRoles } from "#features/people/permissions.ts";
import type { ApproverNotice, ApproverNoticeJob } from "#features/settings/approver-notices.server.ts";
import { shownNames, staffName, staffNameSql } from "#features/staff/names.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { audit, type AuditEntry } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  requireStaff,
  type Ctx,
  type Permission,
} from "#platform/context.server.ts";
import { Conflict, Forbidden, FreshSignInRequired } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { m } from "#messages";
import type { ApprovalProps, CancellationProps, RefundProps } from "./approval-emails.server.ts";
import type { Approval, ApprovalState } from "./approval-tables.server.ts";

type Decided = Exclude<ApprovalState, "direct" | "waiting">;
type Message = (inputs: Record<never, never>, options: { locale: Locale }) => string;

/** `amount` replaces that of the request where one decision covers several. */
type MailFacts = (Omit<RefundProps, keyof ApprovalProps> | Omit<CancellationProps, keyof ApprovalProps>) &
  Partial<Pick<ApprovalProps, "amount">>;

export interface ApprovalKind<Asked extends Approval> {
  /** Of who asks, and may withdraw. */
  permission: Permission;
  find(ctx: Ctx, id: number): Promise<Asked | undefined>;
  /**
   * Locks what it is about, so that it is decided once. Answers what goes back in all by now, halalas, where that may
   * have changed.
   */
  lock(ctx: Ctx, request: Asked, state: Decided): Promise<number | undefined>;
  save(ctx: Ctx, request: Asked, decision: Partial<Approval>): Promise<Asked | undefined>;
  /** What the audit log says of each step; state, sum and comment are added. */
  entry(ctx: Ctx, request: Asked, step: "requested" | Decided): Promise<AuditEntry>;
  mails: { asked: "refund-approval" | "run-cancel-approval"; decided: "refund-decided" | "run-cancel-decided" };
  /** What its mails say of it, and its place in the portal. */
  mailFacts(ctx: Ctx, request: Asked): Promise<MailFacts & { path: string }>;
  refusals: { notOwn: Message; onlyOwn: Message; decidedAlready: Message };
}

export interface Decision {
  id: number;
  /** To the colleague who asked; kept in the audit log. */
  word?: string | undefined;
  /** Answered together with another request, whose mail covers both. */
  isAlong?: boolean;
}

/** Who may agree to what this colleague asks for, as the reader's language writes their names. */
export async function listApprovers(ctx: Ctx, askedBy: string) {
  const { id, name, nameAr, email, locale, role, acceptedAt, removedAt } = staffUsers;
  const approvers = staffRoles.filter((role) => getRolePermissions(role).has("orders.approve"));
  const rows = await ctx.db
    .select({ id, name, nameAr, email, locale })
    .from(staffUsers)
    .where(and(inArray(role, approvers), isNotNull(acceptedAt), isNull(removedAt), ne(id, askedBy)))
    .orderBy(staffNameSql(ctx.locale));
  return rows.map(({ nameAr, ...row }) => ({ ...row, name: staffName({ ...row, nameAr }, ctx.locale) }));
}

/** What is written of a new request: done at once, or waiting for a second person. Throws Unauthenticated, Forbidden. */
export function askedNow(ctx: Ctx, needsSecondPerson: boolean) {
  const { id: askedBy, name: askedByName } = requireStaff(ctx);
  const state: ApprovalState = needsSecondPerson ? "waiting" : "direct";
  return { state, askedBy, askedByName, askedAt: ctx.now() };
}

async function mailProps<Asked extends Approval>(ctx: Ctx, kind: ApprovalKind<Asked>, request: Asked) {
  const { path, ...facts } = await kind.mailFacts(ctx, request);
  const { amountHalalas, askedBy, askedByName } = request;
  return async (locale: Locale): Promise<RefundProps | CancellationProps> => ({
    amount: decimalFromHalalas(amountHalalas),
    ...facts,
    askedBy: (await shownNames(ctx, [askedBy], locale)).get(askedBy) ?? askedByName,
    url: `${ctx.env.BASE_URL}/staff/${path}`,
  });
}

/** Writes to the audit log that a request waits. Part of its transaction. */
export async function auditWaiting<Asked extends Approval>(
  ctx: Ctx,
  kind: ApprovalKind<Asked>,
  request: Asked,
  limitHalalas: number,
): Promise<void> {
  const { amountHalalas } = request;
  const entry = await kind.entry(ctx, request, "requested");
  await audit(ctx, { ...entry, after: { ...entry.after, amountHalalas, limitHalalas } });
}

/** Mails each person who may approve a waiting request. Part of its transaction. */
export async function mailApprovers<Asked extends Approval>(
  ctx: Ctx,
  kind: ApprovalKind<Asked>,
  request: Asked,
): Promise<void> {
  const { id, askedBy } = request;
  const template = kind.mails.asked;
  const propsFor = await mailProps(ctx, kind, request);
  for (const { id: reader, email: to, locale } of await listApprovers(ctx, askedBy))
    await queueMail(ctx, { key: `${template}:${id}:${reader}`, to, locale, template, props: await propsFor(locale) });
}

async function mailDecision<Asked extends Approval>(
  ctx: Ctx,
  kind: ApprovalKind<Asked>,
  request: Asked,
): Promise<void> {
  const { id, state, askedBy, decidedBy, decidedByName, word } = request;
  const { email, locale } = staffUsers;
  const isAsker = and(eq(staffUsers.id, askedBy), isNull(staffUsers.removedAt));
  const [asker] = await ctx.db.select({ to: email, locale }).from(staffUsers).where(isAsker);
  if (!asker) return;
  const by = (await shownNames(ctx, [decidedBy], asker.locale)).get(decidedBy) ?? decidedByName ?? "";
  const props = await (await mailProps(ctx, kind, request))(asker.locale);
  const template = kind.mails.decided;
  const decision = { approved: state === "approved", by, word };
  await queueMail(ctx, { key: `${template}:${id}`, ...asker, template, props: { ...props, ...decision } });
}

/** Of two people who decide at once, the second is told that it has been decided. */
async function decide<Asked extends Approval>(
  ctx: Ctx,
  kind: ApprovalKind<Asked>,
  state: Decided,
  { id, word, isAlong = false }: Decision,
): Promise<Asked> {
  const { refusals } = kind;
  const { locale } = ctx;
  const { id: decidedBy, name: decidedByName, confirmedAt } = requireStaff(ctx);
  const request = await kind.find(ctx, id);
  if (!request) throw noSuchRecord(ctx);
  const isOwn = request.askedBy === decidedBy;
  if (state === "withdrawn" && !isOwn) throw new Forbidden(refusals.onlyOwn({}, { locale }));
  if (state !== "withdrawn" && isOwn) throw new Forbidden(refusals.notOwn({}, { locale }));
  // A code of their own for this request, not one they gave for something before it.
  if (state === "approved" && confirmedAt < request.askedAt)
    throw new FreshSignInRequired(m.platform_fresh_sign_in({}, { locale }));
  const amountHalalas = (await kind.lock(ctx, request, state)) ?? request.amountHalalas;
  if ((await kind.find(ctx, id))?.state !== "waiting") throw new Conflict(refusals.decidedAlready({}, { locale }));
  const decision = { state, amountHalalas, decidedBy, decidedByName, decidedAt: ctx.now(), word: word || null };
  const decided = await kind.save(ctx, request, decision);
  if (!decided) throw new Error("A request for approval is gone");
  const entry = await kind.entry(ctx, decided, state);
  const after = { ...entry.after, state, amountHalalas, ...(word && { word }) };
  await audit(ctx, { ...entry, before: { state: "waiting" }, after });
  if (state !== "withdrawn" && !isAlong) await mailDecision(ctx, kind, decided);
  return decided;
}

/**
 * Agrees to what waits and carries it out in the same transaction, with a second factor proved since it was asked for.
 * Throws Forbidden for one's own, FreshSignInRequired, NotFound, Conflict (decided already).
 */
export async function approve<Asked extends Approval, Done>(
  ctx: Ctx,
  kind: ApprovalKind<Asked>,
  decision: Decision,
  carryOut: (ctx: Ctx, approved: Asked) => Promise<Done>,
): Promise<Done> {
  requirePermission(ctx, approve.permission);
  requireFreshSignIn(ctx);
  return inTransaction(ctx, async (ctx) => carryOut(ctx, await decide(ctx, kind, "approved", decision)));
}
approve.permission = "orders.approve" as const;

/** Declines what waits; never one's own. Throws as `approve`, but for the fresh sign-in. */
export async function decline<Asked extends Approval>(
  ctx: Ctx,
  kind: ApprovalKind<Asked>,
  decision: Decision,
): Promise<Asked> {
  requirePermission(ctx, approve.permission);
  return inTransaction(ctx, (ctx) => decide(ctx, kind, "declined", decision));
}
decline.permission = approve.permission;

/**
 * Takes back one's own request while it waits. For the permission of who asks. Throws Unauthenticated, Forbidden,
 * NotFound, Conflict.
 */
export async function withdraw<Asked extends Approval>(
  ctx: Ctx,
  kind: ApprovalKind<Asked>,
  id: number,
): Promise<Asked> {
  requirePermission(ctx, kind.permission);
  return inTransaction(ctx, (ctx) => decide(ctx, kind, "withdrawn", { id }));
}

/** What was changed: its path in the portal, and its name there. */
async function changedRecord(
  ctx: Ctx,
  notice: ApproverNotice,
  locale: Locale,
): Promise<{ name: string; path: string }> {
  switch (notice.kind) {
    case "refund-limit":
      return { name: "", path: "settings" };
    case "discount": {
      const [code] = await ctx.db.select().from(discountCodes).where(eq(discountCodes.id, notice.codeId));
      return { name: code?.code ?? "", path: `discounts/${notice.codeId}` };
    }
    case "transfer":
    case "exception":
    case "kept-value":
      return { name: String(notice.orderId), path: `orders/${notice.orderId}` };
    default:
      return { name: await readRunTitle(ctx, notice.runId, locale), path: `runs/${notice.runId}` };
  }
}

/** Job: one mail to each person who may agree to refunds, but the one who acted. */
export async function mailApproverNotice(ctx: Ctx, data: object): Promise<void> {
  const { id: key, notice, by } = data as ApproverNoticeJob;
  const template = "approver-notice";
  const [fromHalalas, toHalalas] = "toHalalas" in notice ? [notice.fromHalalas, notice.toHalalas] : [0, 0];
  const halalas = "halalas" in notice ? notice.halalas : 0;
  const props = {
    kind: notice.kind,
    from: decimalFromHalalas(fromHalalas),
    to: decimalFromHalalas(toHalalas),
    amount: decimalFromHalalas(halalas),
  };
  await inTransaction(ctx, async (ctx) => {
    for (const { id, email: to, locale } of await listApprovers(ctx, by.id ?? "")) {
      const names = await shownNames(ctx, [by.id], locale);
      const { name: number, path } = await changedRecord(ctx, notice, locale);
      const url = `${ctx.env.BASE_URL}/staff/${path}`;
      const named = { ...props, number, url, by: names.get(by.id) ?? by.name ?? "" };
      await queueMail(ctx, { key: `${template}:${key}:${id}`, to, locale, template, props: named });
    }
  });
}
