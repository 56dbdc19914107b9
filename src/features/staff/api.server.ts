/** Sign-in, sign-out, own account and invitations of staff of every role. */
import { isArabicName } from "#i18n/name-script.ts";
import { z } from "zod";
import { freshMinutes, requireStaff, type Ctx, type StaffActor } from "#platform/context.server.ts";
import { emailField, type FieldProblem } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { textId } from "#platform/http/staff-resource.server.ts";
import { hashingSlots } from "#features/people/password-hash.server.ts";
import { staffRoles } from "#features/people/permissions.ts";
import { field, personName, optionalPersonName } from "#features/people/person.server.ts";
import { confirmSignIn, renewRecoveryCodes } from "./second-factor.server.ts";
import {
  acceptInvitation as acceptStaffInvitation,
  checkInvitation as checkStaffInvitation,
  readInvitation,
} from "./invitations.server.ts";
import { staffName } from "./names.server.ts";
import { readOwnAccount, saveOwnAccount } from "./own-account.server.ts";
import { removeTrustedComputer } from "./trusted-computers.server.ts";
import { enterStaffCode, signInStaff, signOutStaff } from "./sign-in.server.ts";

const emptyObject = z.object({});
const code = z
  .string("required" satisfies FieldProblem)
  .min(1, "required" satisfies FieldProblem)
  .max(40, "invalid" satisfies FieldProblem)
  .meta({ description: "Six digits of the authenticator app, or a recovery code" });

export const trust = z
  .boolean()
  .default(false)
  .meta({ description: "Whether this computer needs no second factor for 30 days, except for dangerous actions" });

/** A name in Arabic script; empty for none. A text without Arabic letters is refused. */
const arabicName = () =>
  optionalPersonName().refine((name) => name === "" || isArabicName(name), "arabic" satisfies FieldProblem);
const nameAr = z.string().nullable().meta({ description: "Name in Arabic script" });
export const staff = z.object({
  id: z.string(),
  name: z.string().meta({ description: "Name in the language of the request" }),
  role: z.enum(staffRoles),
  permissions: z.array(z.string()),
  freshUntil: z.string().meta({ description: "Until then, dangerous actions require no new code" }),
});
export const toStaff = (ctx: Ctx, actor: StaffActor): z.input<typeof staff> => ({
  id: actor.id,
  name: staffName(actor, ctx.locale),
  role: actor.role as z.output<typeof staff>["role"],
  permissions: [...actor.permissions],
  freshUntil: new Date(actor.confirmedAt.getTime() + freshMinutes * 60_000).toISOString(),
});

export const signIn = staffEndpoint({
  access: "anyone",
  summary: "First step of a sign-in: email and password",
  description:
    "The reply is the same for an unknown email and a wrong password. The second step follows, except on a trusted computer.",
  concurrencyLimit: hashingSlots,
  limit: "staffSignInPerAddress",
  input: z.object({
    email: emailField(),
    password: z
      .string("required" satisfies FieldProblem)
      .min(1, "required" satisfies FieldProblem)
      .max(1024),
  }),
  reply: z.discriminatedUnion("next", [
    z.object({
      next: z.literal("code"),
      hasPasskey: z.boolean().meta({ description: "Whether a passkey can replace the code" }),
    }),
    z.object({ next: z.literal("portal"), staff }),
  ]),
  handle: async (ctx, input, call) => {
    const step = await signInStaff(ctx, input, call);
    return step.next === "portal"
      ? { next: step.next, staff: toStaff(ctx, step.actor) }
      : { next: step.next, hasPasskey: step.hasPasskey };
  },
});

export const enterCode = staffEndpoint({
  access: "anyone",
  summary: "Second step of a sign-in: a code of the authenticator app or a recovery code; opens the session",
  errors: { 401: "The first step is missing, or too long ago" },
  limit: "staffSignInPerAddress",
  input: z.object({ code, trust }),
  reply: staff,
  handle: async (ctx, input, call) => toStaff(ctx, await enterStaffCode(ctx, input, call)),
});

export const confirm = staffEndpoint({
  access: "staff",
  summary: "Proves the second factor again, before dangerous actions",
  input: z.object({ code }),
  reply: emptyObject,
  handle: async (ctx, input) => {
    await confirmSignIn(ctx, input);
    return {};
  },
});

export const me = staffEndpoint({
  access: "staff",
  summary: "Returns who is signed in, with their permissions",
  input: emptyObject,
  reply: staff,
  handle: (ctx) => toStaff(ctx, requireStaff(ctx)),
});

export const ownAccount = z.object({
  name: z.string(),
  name_ar: nameAr,
  email: z.string(),
  locale: z.enum(["en", "ar"]),
  lastSignInAt: z.string().nullable(),
  sessions: z.int().meta({ description: "Number of open sessions" }),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), createdAt: z.string(), usedAt: z.string().nullable() }),
  ),
  trustedComputers: z.array(
    z.object({
      id: z.string(),
      browser: z.string().meta({ description: "Such as “Firefox, Windows”; empty when unknown" }),
      trustedAt: z.string(),
      usedAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
});

export const account = staffEndpoint({
  access: "staff",
  summary: "Reads the caller's account",
  input: emptyObject,
  reply: ownAccount,
  handle: (ctx) => readOwnAccount(ctx),
});

export const saveAccount = staffEndpoint({
  access: "staff",
  summary: "Changes the caller's names and the language of emails to them",
  input: z.object({ name: personName(), name_ar: arabicName().optional(), locale: z.enum(["en", "ar"]) }),
  reply: ownAccount,
  handle: saveOwnAccount,
});

export const removeComputer = staffEndpoint({
  access: "staff",
  summary: "Removes a trusted computer of the caller; signing in on it requires a second factor again",
  errors: { 404: "The caller trusts no such computer" },
  input: z.object({ id: textId() }),
  reply: ownAccount,
  handle: async (ctx, input) => {
    await removeTrustedComputer(ctx, input);
    return readOwnAccount(ctx);
  },
});

export const signOut = staffEndpoint({
  access: "staff",
  summary: "Ends this session, or every session of the caller",
  input: z.object({ everywhere: z.boolean().default(false) }),
  reply: emptyObject,
  handle: async (ctx, input, call) => {
    await signOutStaff(ctx, input, call);
    return {};
  },
});

export const renewCodes = staffEndpoint({
  access: "staff",
  summary: "Creates ten new recovery codes for the caller and voids the old ones",
  fresh: true,
  input: emptyObject,
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  handle: async (ctx) => ({ recoveryCodes: await renewRecoveryCodes(ctx) }),
});

export const invitation = staffEndpoint({
  access: "anyone",
  summary: "Reads an invitation, which stays valid, and creates a second factor to set up",
  limit: "staffInvitationPerAddress",
  errors: { 404: "The link is unknown, used, or older than 24 hours" },
  input: z.object({ token: field("Token of the link in the email") }),
  reply: z.object({
    email: z.string(),
    role: z.enum(staffRoles),
    name: z.string(),
    name_ar: nameAr,
    secondFactor: z.object({
      key: z.string().meta({ description: "Key to enter in the authenticator app" }),
      uri: z.string().meta({ description: "The key as an address for a QR code" }),
      sealed: z.string().meta({ description: "Encrypted key to send back with a code of the app" }),
    }),
  }),
  handle: async (ctx, input) => {
    const { secondFactor, ...offer } = await readInvitation(ctx, input);
    return { ...offer, secondFactor };
  },
});

const memberFields = {
  token: field("Token of the link in the email"),
  name: personName(),
  name_ar: arabicName(),
  password: field("Required; 8 to 128 characters, not a common password"),
  password_confirmation: field("The same password again"),
};

export const checkInvitation = staffEndpoint({
  access: "anyone",
  summary: "Checks names and password before the second factor is set up, without using up the invitation",
  limit: "staffInvitationPerAddress",
  errors: { 404: "The link is unknown, used, or older than 24 hours" },
  input: z.object(memberFields),
  reply: emptyObject,
  handle: async (ctx, input) => {
    await checkStaffInvitation(ctx, input);
    return {};
  },
});

export const acceptInvitation = staffEndpoint({
  access: "anyone",
  summary: "Accepts an invitation: sets names, password and second factor, and signs in",
  concurrencyLimit: hashingSlots,
  limit: "staffInvitationPerAddress",
  errors: { 404: "The link is unknown, used, or older than 24 hours" },
  input: z.object({
    ...memberFields,
    sealed: z.string().max(1000).meta({ description: "The `sealed` value that `invitation` returned" }),
    code,
  }),
  reply: z.object({
    staff,
    recoveryCodes: z.array(z.string()).meta({ description: "Ten recovery codes, returned only once" }),
  }),
  handle: async (ctx, input, call) => {
    const { actor, recoveryCodes } = await acceptStaffInvitation(ctx, input, call);
    return { staff: toStaff(ctx, actor), recoveryCodes };
  },
});
