/**
 * Requests that a second person approves: refunds of orders and cancellations of runs. An `ApprovalKind` describes what
 * differs between the two.
 */
import { and, eq, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import { readRunTitle } from "#features/catalogue/run-title.server.ts";
import { discountCodes } from "#features/discounts/tables.server.ts";
import { getRolePermissions, staffRoles } from "#features/people/permissions.ts";
import type { ApproverNotice, ApproverNoticeJob } from "#features/settings/approver-notices.server.ts";
import { readDisplayNames, staffName, staffNameSql } from "#features/staff/names.server.ts";
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

/** `amount` replaces the amount of the request when the email covers several requests of one decision. */
type MailFacts = (Omit<RefundProps, keyof ApprovalProps> | Omit<CancellationProps, keyof ApprovalProps>) &
  Partial<Pick<ApprovalProps, "amount">>;

export interface ApprovalKind<Request extends Approval> {
  /** Permission to make a request, and to withdraw one's own. */
  permission: Permission;
  find(ctx: Ctx, id: number): Promise<Request | undefined>;
  /**
   * Locks the subject of the request, so that it is decided once. Returns the total refund in halalas where it may have
   * changed since the request.
   */
  lock(ctx: Ctx, request: Request, state: Decided): Promise<number | undefined>;
  save(ctx: Ctx, request: Request, decision: Partial<Approval>): Promise<Request | undefined>;
  /** Builds the audit entry of a step. The caller adds state, amount and comment. */
  entry(ctx: Ctx, request: Request, step: "requested" | Decided): Promise<AuditEntry>;
  mails: { request: "refund-approval" | "run-cancel-approval"; decision: "refund-decided" | "run-cancel-decided" };
  /** Reads the facts for the emails about the request, and its path in the portal. */
  mailFacts(ctx: Ctx, request: Request): Promise<MailFacts & { path: string }>;
  refusals: { notOwn: Message; onlyOwn: Message; decidedAlready: Message };
}

export interface Decision {
  id: number;
  /** Comment to the colleague who made the request; also in the audit log. */
  word?: string | undefined;
  /** Decided together with another request, whose email covers both. */
  isGrouped?: boolean;
}

/** Lists the staff who may approve a request of this colleague, with names in the caller's language. */
export async function listApprovers(ctx: Ctx, askedBy: string) {
  const { id, name, nameAr, email, locale, role, acceptedAt, removedAt } = staffUsers;
  const approverRoles = staffRoles.filter((role) => getRolePermissions(role).has("orders.approve"));
  const rows = await ctx.db
    .select({ id, name, nameAr, email, locale })
    .from(staffUsers)
    .where(and(inArray(role, approverRoles), isNotNull(acceptedAt), isNull(removedAt), ne(id, askedBy)))
    .orderBy(staffNameSql(ctx.locale));
  return rows.map(({ nameAr, ...row }) => ({ ...row, name: staffName({ ...row, nameAr }, ctx.locale) }));
}

/** Builds the approval columns of a new request: done at once, or waiting. Throws Unauthenticated, Forbidden. */
export function newApproval(ctx: Ctx, { needsSecondPerson }: { needsSecondPerson: boolean }) {
  const { id: askedBy, name: askedByName } = requireStaff(ctx);
  const state: ApprovalState = needsSecondPerson ? "waiting" : "direct";
  return { state, askedBy, askedByName, askedAt: ctx.now() };
}

async function buildMailProps<Request extends Approval>(ctx: Ctx, kind: ApprovalKind<Request>, request: Request) {
  const { path, ...facts } = await kind.mailFacts(ctx, request);
  const { amountHalalas, askedBy, askedByName } = request;
  return async (locale: Locale): Promise<RefundProps | CancellationProps> => ({
    amount: decimalFromHalalas(amountHalalas),
    ...facts,
    askedBy: (await readDisplayNames(ctx, [askedBy], locale)).get(askedBy) ?? askedByName,
    url: `${ctx.env.BASE_URL}/staff/${path}`,
  });
}

/** Records in the audit log that a request waits, in the open transaction. */
export async function auditApprovalRequest<Request extends Approval>(
  ctx: Ctx,
  kind: ApprovalKind<Request>,
  request: Request,
  limitHalalas: number,
): Promise<void> {
  const { amountHalalas } = request;
  const entry = await kind.entry(ctx, request, "requested");
  await audit(ctx, { ...entry, after: { ...entry.after, amountHalalas, limitHalalas } });
}

/** Queues an email to each person who may approve a waiting request, in the open transaction. */
export async function mailApprovers<Request extends Approval>(
  ctx: Ctx,
  kind: ApprovalKind<Request>,
  request: Request,
): Promise<void> {
  const { id, askedBy } = request;
  const template = kind.mails.request;
  const propsFor = await buildMailProps(ctx, kind, request);
  for (const { id: approverId, email: to, locale } of await listApprovers(ctx, askedBy))
    await queueMail(ctx, {
      key: `${template}:${id}:${approverId}`,
      to,
      locale,
      template,
      props: await propsFor(locale),
    });
}

async function mailDecision<Request extends Approval>(
  ctx: Ctx,
  kind: ApprovalKind<Request>,
  request: Request,
): Promise<void> {
  const { id, state, askedBy, decidedBy, decidedByName, word } = request;
  const { email, locale } = staffUsers;
  const isAsker = and(eq(staffUsers.id, askedBy), isNull(staffUsers.removedAt));
  const [asker] = await ctx.db.select({ to: email, locale }).from(staffUsers).where(isAsker);
  if (!asker) return;
  const by = (await readDisplayNames(ctx, [decidedBy], asker.locale)).get(decidedBy) ?? decidedByName ?? "";
  const props = await (await buildMailProps(ctx, kind, request))(asker.locale);
  const template = kind.mails.decision;
  const decision = { approved: state === "approved", by, word };
  await queueMail(ctx, { key: `${template}:${id}`, ...asker, template, props: { ...props, ...decision } });
}

/** Saves a decision. When two people decide at once, the second one gets a Conflict. */
async function decide<Request extends Approval>(
  ctx: Ctx,
  kind: ApprovalKind<Request>,
  state: Decided,
  { id, word, isGrouped = false }: Decision,
): Promise<Request> {
  const { refusals } = kind;
  const { locale } = ctx;
  const { id: decidedBy, name: decidedByName, confirmedAt } = requireStaff(ctx);
  const request = await kind.find(ctx, id);
  if (!request) throw noSuchRecord(ctx);
  const isOwn = request.askedBy === decidedBy;
  if (state === "withdrawn" && !isOwn) throw new Forbidden(refusals.onlyOwn({}, { locale }));
  if (state !== "withdrawn" && isOwn) throw new Forbidden(refusals.notOwn({}, { locale }));
  // The second factor must have been proved after the request was made, not for something earlier.
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
  if (state !== "withdrawn" && !isGrouped) await mailDecision(ctx, kind, decided);
  return decided;
}

/**
 * Approves a waiting request and carries it out in the same transaction. Needs a second factor proved since the request.
 * Throws Unauthenticated, Forbidden (own request), FreshSignInRequired, NotFound, Conflict (decided already).
 */
export async function approve<Request extends Approval, Done>(
  ctx: Ctx,
  kind: ApprovalKind<Request>,
  decision: Decision,
  carryOut: (ctx: Ctx, approved: Request) => Promise<Done>,
): Promise<Done> {
  requirePermission(ctx, approve.permission);
  requireFreshSignIn(ctx);
  return inTransaction(ctx, async (ctx) => carryOut(ctx, await decide(ctx, kind, "approved", decision)));
}
approve.permission = "orders.approve" as const;

/** Declines a waiting request of someone else. Throws what `approve` throws, but needs no fresh sign-in. */
export async function decline<Request extends Approval>(
  ctx: Ctx,
  kind: ApprovalKind<Request>,
  decision: Decision,
): Promise<Request> {
  requirePermission(ctx, approve.permission);
  return inTransaction(ctx, (ctx) => decide(ctx, kind, "declined", decision));
}
decline.permission = approve.permission;

/**
 * Withdraws the caller's own waiting request. Needs the permission to make such a request. Throws Unauthenticated,
 * Forbidden, NotFound, Conflict.
 */
export async function withdraw<Request extends Approval>(
  ctx: Ctx,
  kind: ApprovalKind<Request>,
  id: number,
): Promise<Request> {
  requirePermission(ctx, kind.permission);
  return inTransaction(ctx, (ctx) => decide(ctx, kind, "withdrawn", { id }));
}

/** Reads the name of the record that a notice is about, and its path in the portal. */
async function readChangedRecord(
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

/** Job: emails everyone who may approve refunds about what a colleague did, except that colleague. */
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
      const names = await readDisplayNames(ctx, [by.id], locale);
      const { name: number, path } = await readChangedRecord(ctx, notice, locale);
      const url = `${ctx.env.BASE_URL}/staff/${path}`;
      const mailProps = { ...props, number, url, by: names.get(by.id) ?? by.name ?? "" };
      await queueMail(ctx, { key: `${template}:${key}:${id}`, to, locale, template, props: mailProps });
    }
  });
}
