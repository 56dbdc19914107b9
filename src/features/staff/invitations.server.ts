import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Locale } from "#i18n/locale.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  requireFreshSignIn,
  requirePermission,
  type Ctx,
  type StaffActor,
} from "#platform/context.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import type { StaffCall } from "#platform/http/staff-endpoint.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { newSeed } from "#platform/signing.server.ts";
import { m } from "#messages";
import { newPasswordFields, hashPassword } from "#features/people/password-hash.server.ts";
import { tokenHash, signToken } from "#features/people/one-time-links.server.ts";
import { passwordProblem } from "#features/people/password.ts";
import type { StaffRole } from "#features/people/permissions.ts";
import {
  isSealedSecret,
  makeRecoveryCodes,
  newSecondFactor,
  proveSecondFactor,
  wrongCode,
  type NewSecondFactor,
} from "./second-factor.server.ts";
import { getStaffAuth } from "./auth.server.ts";
import { staffName } from "./names.server.ts";
import { endStaffSessions } from "./sessions.server.ts";
import { recordSignIn } from "./sign-in.server.ts";
import { staffAccounts, staffPasskeys, staffTwoFactors, staffUsers } from "./tables.server.ts";

export const invitationHours = 24;

export const invitationUrl = (ctx: Ctx, seed: string) =>
  `${ctx.env.BASE_URL}/staff/invitation/${signToken(ctx, "staff-invitation", seed)}`;

/**
 * Invites a member by email, or invites an existing member to set a new password and second factor. Voids an older
 * link. The returned link works once, for 24 hours. Requires a fresh sign-in. Throws FreshSignInRequired, and Conflict
 * for a member with another role.
 */
export async function inviteStaff(
  ctx: Ctx,
  input: { email: string; role: StaffRole; locale: Locale },
): Promise<{ id: string; link: string }> {
  requirePermission(ctx, inviteStaff.permission);
  requireFreshSignIn(ctx);
  const { email, role, locale } = input;
  const now = ctx.now();
  const seed = newSeed();
  const invitation = {
    role,
    locale,
    invitationHash: tokenHash("staff-invitation", signToken(ctx, "staff-invitation", seed)),
    invitationExpiresAt: new Date(now.getTime() + invitationHours * 3_600_000),
    updatedAt: now,
  };
  return inTransaction(ctx, async (ctx) => {
    const [existing] = await ctx.db.select().from(staffUsers).where(eq(staffUsers.email, email)).for("update");
    if (existing && existing.removedAt === null && existing.role !== role)
      throw new Conflict(m.staff_other_role({}, { locale: ctx.locale }));
    const [member] = existing
      ? await ctx.db
          .update(staffUsers)
          .set({ ...invitation, removedAt: null, version: existing.version + 1 })
          .where(eq(staffUsers.id, existing.id))
          .returning()
      : await ctx.db
          .insert(staffUsers)
          .values({ id: randomUUID(), email, createdAt: now, ...invitation })
          .returning();
    if (!member) throw new Error("The staff member was not stored");
    await audit(ctx, {
      action: "staff.invited",
      entity: "staff",
      entityId: member.id,
      before: existing ? { role: existing.role, removed: existing.removedAt !== null } : null,
      after: { email, role },
      personal: { of: member.id, paths: ["after.email"] },
    });
    const inviter = ctx.actor.kind === "staff" ? staffName(ctx.actor, locale) : "";
    await queueMail(ctx, {
      key: `staff-invitation:${member.id}:${invitation.invitationHash}`,
      to: email,
      locale,
      template: "staff-invitation",
      props: { seed, role, inviter },
    });
    return { id: member.id, link: invitationUrl(ctx, seed) };
  });
}
inviteStaff.permission = "staff.manage" as const;

const isInvitationOpenSql = (ctx: Ctx, token: string) =>
  and(
    eq(staffUsers.invitationHash, tokenHash("staff-invitation", token)),
    gt(staffUsers.invitationExpiresAt, ctx.now()),
    isNull(staffUsers.removedAt),
  );
const invitationGone = (ctx: Ctx) => new NotFound(m.staff_invitation_gone({}, { locale: ctx.locale }));

/** Reads an invitation with a second factor to set up; changes nothing. Throws NotFound. */
export async function readInvitation(
  ctx: Ctx,
  input: { token: string },
): Promise<{ email: string; role: StaffRole; name: string; name_ar: string | null; secondFactor: NewSecondFactor }> {
  const [row] = await ctx.db.select().from(staffUsers).where(isInvitationOpenSql(ctx, input.token));
  if (!row) throw invitationGone(ctx);
  const { email, role, name, nameAr: name_ar } = row;
  return { email, role, name, name_ar, secondFactor: await newSecondFactor(ctx, email) };
}

export interface Acceptance {
  token: string;
  sealed: string;
  name: string;
  /** Name in Arabic script; empty for none. */
  name_ar: string;
  password: string;
  password_confirmation: string;
  code: string;
}

type MemberFields = Pick<Acceptance, "name" | "name_ar" | "password" | "password_confirmation">;

async function findPasswordErrors(ctx: Ctx, input: MemberFields, email: string): Promise<Record<string, string[]>> {
  const { name, name_ar: otherName, password, password_confirmation } = input;
  const problem = await passwordProblem(password, password_confirmation, { name, otherName, email });
  return newPasswordFields(problem, ctx.locale);
}

/**
 * Checks the new password, also against names and email, before a second factor is set up; changes nothing. Throws
 * NotFound like `acceptInvitation`, and ValidationError.
 */
export async function checkInvitation(ctx: Ctx, input: { token: string } & MemberFields): Promise<void> {
  const [row] = await ctx.db.select().from(staffUsers).where(isInvitationOpenSql(ctx, input.token));
  if (!row) throw invitationGone(ctx);
  const fields = await findPasswordErrors(ctx, input, row.email);
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
}

async function checkAcceptance(ctx: Ctx, input: Acceptance, email: string): Promise<void> {
  const { sealed } = input;
  const fields = await findPasswordErrors(ctx, input, email);
  if (!(await isSealedSecret(ctx, sealed))) fields["sealed"] = [getProblemMessage("invalid", ctx.locale)];
  if (Object.keys(fields).length > 0) throw new ValidationError(fields);
}

async function storeAccess(ctx: Ctx, input: Acceptance, hash: string, codes: string) {
  const now = ctx.now();
  const [staff] = await ctx.db
    .update(staffUsers)
    .set({
      name: input.name,
      nameAr: input.name_ar || null,
      invitationHash: null,
      invitationExpiresAt: null,
      acceptedAt: now,
      emailVerified: true,
      twoFactorEnabled: true,
      updatedAt: now,
    })
    .where(isInvitationOpenSql(ctx, input.token))
    .returning();
  if (!staff) throw invitationGone(ctx);
  await withdrawAccess(ctx, staff.id);
  const id = staff.id;
  const account = { id: randomUUID(), accountId: id, providerId: "credential", userId: id, password: hash };
  await ctx.db.insert(staffAccounts).values({ ...account, createdAt: now, updatedAt: now });
  const factor = { id: randomUUID(), userId: id, secret: input.sealed, backupCodes: codes };
  await ctx.db.insert(staffTwoFactors).values(factor);
  return staff;
}

/** Ends a member's sessions and deletes their password, second factor and passkeys, in the open transaction. */
export async function withdrawAccess(ctx: Ctx, staffId: string): Promise<void> {
  await endStaffSessions(ctx, staffId);
  await ctx.db.delete(staffAccounts).where(eq(staffAccounts.userId, staffId));
  await ctx.db.delete(staffTwoFactors).where(eq(staffTwoFactors.userId, staffId));
  await ctx.db.delete(staffPasskeys).where(eq(staffPasskeys.userId, staffId));
}

/**
 * Stores names, password and second factor of an invited member, all or nothing, and signs them in. The recovery codes
 * are returned only here. Throws NotFound (link unknown, used or expired) and ValidationError; neither uses up the
 * link.
 */
export async function acceptInvitation(
  ctx: Ctx,
  input: Acceptance,
  call: StaffCall,
): Promise<{ actor: StaffActor; recoveryCodes: string[] }> {
  const [row] = await ctx.db.select().from(staffUsers).where(isInvitationOpenSql(ctx, input.token));
  if (!row) throw invitationGone(ctx);
  await checkAcceptance(ctx, input, row.email);
  const [hash, recovery] = await Promise.all([hashPassword(input.password), makeRecoveryCodes(ctx)]);
  const accepted = await inTransaction(ctx, async (ctx) => {
    const { id, email } = await storeAccess(ctx, input, hash, recovery.sealed);
    // Sign in as usual, which proves that the stored data works.
    const body = { email, password: input.password };
    const { api } = await getStaffAuth(ctx);
    const { headers } = await api.signInEmail({ body, headers: {}, returnHeaders: true });
    const cookie = headers
      .getSetCookie()
      .map((header) => header.split(";")[0])
      .join("; ");
    const signedIn = await proveSecondFactor(ctx, id, input.code, cookie);
    if (!signedIn) throw wrongCode(ctx);
    const actor = await recordSignIn(ctx, signedIn);
    const after = { name: actor.name, name_ar: actor.nameAr };
    const event = { action: "staff.invitation-accepted", entity: "staff", entityId: id, after };
    await audit({ ...ctx, actor }, { ...event, personal: { of: id, paths: ["after.name", "after.name_ar"] } });
    return { actor, setCookies: signedIn.setCookies };
  });
  for (const header of accepted.setCookies) call.headers.append("set-cookie", header);
  return { actor: accepted.actor, recoveryCodes: recovery.codes };
}

/** Whether there is an owner, at least invited, who has not been removed. */
export async function hasOwner(ctx: Ctx): Promise<boolean> {
  const isOwner = and(eq(staffUsers.role, "owner"), isNull(staffUsers.removedAt));
  return (await ctx.db.select({ id: staffUsers.id }).from(staffUsers).where(isOwner).limit(1)).length > 0;
}

/** Removes demo staff from a site that is no longer a demo, because their passwords are known. */
export async function removeDemoStaff(ctx: Ctx): Promise<void> {
  const isPresentDemo = and(eq(staffUsers.isDemo, true), isNull(staffUsers.removedAt));
  const removed = await ctx.db
    .update(staffUsers)
    .set({ removedAt: ctx.now(), acceptedAt: null, invitationHash: null, twoFactorEnabled: false })
    .where(isPresentDemo)
    .returning({ id: staffUsers.id });
  for (const { id } of removed) await inTransaction(ctx, (ctx) => withdrawAccess(ctx, id));
}
