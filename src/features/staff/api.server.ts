/** Sign-in and sign-out of staff, whatever their role. */
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
import { acceptInvitation as accept, checkInvitation as check, readInvitation } from "./invitations.server.ts";
import { staffName } from "./names.server.ts";
import { readOwnAccount, saveOwnAccount } from "./own-account.server.ts";
import { removeTrustedComputer } from "./trusted-computers.server.ts";
import { enterStaffCode, signInStaff, signOutStaff } from "./sign-in.server.ts";

const nothing = z.object({});
const code = z
  .string("required" satisfies FieldProblem)
  .min(1, "required" satisfies FieldProblem)
  .max(40, "invalid" satisfies FieldProblem)
  .meta({ description: "Six digits of the app, or a recovery code" });

export const trust = z
  .boolean()
  .default(false)
  .meta({ description: "Ask for no second factor on this computer for 30 days; dangerous actions still do" });

/** Empty for none. Letters of another script alone are not a name in this one. */
const arabicName = () =>
  optionalPersonName().refine((name) => name === "" || isArabicName(name), "arabic" satisfies FieldProblem);
const nameAr = z.string().nullable().meta({ description: "In Arabic script" });
export const staff = z.object({
  id: z.string(),
  name: z.string().meta({ description: "As the language of the call writes it" }),
  role: z.enum(staffRoles),
  permissions: z.array(z.string()),
  fresh_until: z.string().meta({ description: "Until then dangerous actions ask for no new code" }),
});
export const toStaff = (ctx: Ctx, actor: StaffActor): z.input<typeof staff> => ({
  id: actor.id,
  name: staffName(actor, ctx.locale),
  role: actor.role as z.output<typeof staff>["role"],
  permissions: [...actor.permissions],
  fresh_until: new Date(actor.confirmedAt.getTime() + freshMinutes * 60_000).toISOString(),
});

export const signIn = staffEndpoint({
  access: "anyone",
  summary: "First step of a sign-in: email and password",
  description:
    "The same answer for an unknown email and a wrong password. The second step follows, except on a trusted computer.",
  places: hashingSlots,
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
      has_passkey: z.boolean().meta({ description: "Whether a passkey will do in place of the code" }),
    }),
    z.object({ next: z.literal("portal"), staff }),
  ]),
  handle: async (ctx, input, call) => {
    const step = await signInStaff(ctx, input, call);
    return step.next === "portal"
      ? { next: step.next, staff: toStaff(ctx, step.actor) }
      : { next: step.next, has_passkey: step.hasPasskey };
  },
});

export const enterCode = staffEndpoint({
  access: "anyone",
  summary: "Second step of a sign-in: a code of the app or a recovery code; opens the session",
  errors: { 401: "No first step, or one that is too long ago" },
  limit: "staffSignInPerAddress",
  input: z.object({ code, trust }),
  reply: staff,
  handle: async (ctx, input, call) => toStaff(ctx, await enterStaffCode(ctx, input, call)),
});

export const confirm = staffEndpoint({
  access: "staff",
  summary: "Proves the second factor again, before dangerous actions",
  input: z.object({ code }),
  reply: nothing,
  handle: async (ctx, input) => {
    await confirmSignIn(ctx, input);
    return {};
  },
});

export const me = staffEndpoint({
  access: "staff",
  summary: "Who is signed in, and what they may do",
  input: nothing,
  reply: staff,
  handle: (ctx) => toStaff(ctx, requireStaff(ctx)),
});

export const ownAccount = z.object({
  name: z.string(),
  name_ar: nameAr,
  email: z.string(),
  locale: z.enum(["en", "ar"]),
  last_sign_in_at: z.string().nullable(),
  sessions: z.int(),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), created_at: z.string(), used_at: z.string().nullable() }),
  ),
  trusted_computers: z.array(
    z.object({
      id: z.string(),
      browser: z.string().meta({ description: "Such as “Firefox, Windows”; empty when unknown" }),
      trusted_at: z.string(),
      used_at: z.string(),
      expires_at: z.string(),
    }),
  ),
});

export const account = staffEndpoint({
  access: "staff",
  summary: "The caller's own account",
  input: nothing,
  reply: ownAccount,
  handle: (ctx) => readOwnAccount(ctx),
});

export const saveAccount = staffEndpoint({
  access: "staff",
  summary: "Changes the caller's names, and the language of the emails to them",
  input: z.object({ name: personName(), name_ar: arabicName().optional(), locale: z.enum(["en", "ar"]) }),
  reply: ownAccount,
  handle: saveOwnAccount,
});

export const removeComputer = staffEndpoint({
  access: "staff",
  summary: "Asks for a second factor again on a computer that the caller trusts",
  errors: { 404: "No computer that the caller trusts" },
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
  reply: nothing,
  handle: async (ctx, input, call) => {
    await signOutStaff(ctx, input, call);
    return {};
  },
});

export const renewCodes = staffEndpoint({
  access: "staff",
  summary: "Ten new recovery codes for the caller; the old ones are void",
  fresh: true,
  input: nothing,
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  handle: async (ctx) => ({ recovery_codes: await renewRecoveryCodes(ctx) }),
});

export const invitation = staffEndpoint({
  access: "anyone",
  summary: "What an invitation offers, and a second factor to set up for it; uses nothing up",
  limit: "staffInvitationPerAddress",
  errors: { 404: "The link is unknown, used, or older than 24 hours" },
  input: z.object({ token: field("Of the email's link") }),
  reply: z.object({
    email: z.string(),
    role: z.enum(staffRoles),
    name: z.string(),
    name_ar: nameAr,
    second_factor: z.object({
      key: z.string().meta({ description: "To type into the app" }),
      uri: z.string().meta({ description: "The same for a QR code" }),
      sealed: z.string().meta({ description: "To send back with a code of the app" }),
    }),
  }),
  handle: async (ctx, input) => {
    const { secondFactor, ...offer } = await readInvitation(ctx, input);
    return { ...offer, second_factor: secondFactor };
  },
});

const ownFields = {
  token: field("Of the email's link"),
  name: personName(),
  name_ar: arabicName(),
  password: field("Required; 8 to 128 characters, none that people would guess"),
  password_confirmation: field("The same again"),
};

export const checkInvitation = staffEndpoint({
  access: "anyone",
  summary: "Whether names and password will be taken, before the second factor is set up; uses nothing up",
  limit: "staffInvitationPerAddress",
  errors: { 404: "The link is unknown, used, or older than 24 hours" },
  input: z.object(ownFields),
  reply: nothing,
  handle: async (ctx, input) => {
    await check(ctx, input);
    return {};
  },
});

export const acceptInvitation = staffEndpoint({
  access: "anyone",
  summary: "Sets names, password and second factor, and signs in",
  places: hashingSlots,
  limit: "staffInvitationPerAddress",
  errors: { 404: "The link is unknown, used, or older than 24 hours" },
  input: z.object({
    ...ownFields,
    sealed: z.string().max(1000).meta({ description: "Of `invitation`" }),
    code,
  }),
  reply: z.object({ staff, recovery_codes: z.array(z.string()).meta({ description: "Shown this once" }) }),
  handle: async (ctx, input, call) => {
    const { actor, recoveryCodes } = await accept(ctx, input, call);
    return { staff: toStaff(ctx, actor), recovery_codes: recoveryCodes };
  },
});
