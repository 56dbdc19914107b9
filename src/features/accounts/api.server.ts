import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { emailField, type FieldProblem } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { me as whoAmI, registerAccount } from "./accounts.server.ts";
import { changePassword as changeOwnPassword } from "./passwords.server.ts";
import { confirmEmailChange } from "#features/profile/email-change.server.ts";
import { endMyOtherSessions, endMySession, listMySessions } from "#features/profile/my-sessions.server.ts";
import { hashingSlots } from "./password-hash.server.ts";
import { requestPasswordReset, resetPassword as setNewPassword } from "./password-reset.server.ts";
import { field, personInputs } from "./person.server.ts";
import { editProfile as saveProfile } from "#features/profile/profile.server.ts";
import { logIn, logOut } from "./sign-in.server.ts";

const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  contact_number: z.string().meta({ description: "E.164", example: "+966500000001" }),
  scfhs_number: z.string(),
  workplace: z.string(),
  profession: z.string(),
});
const message = z.object({ message: z.string() });

export const login = endpoint({
  summary: "Opens a session",
  description:
    "A session the request came with is ended. `device` is the note of an earlier login: with it, failures of others do not count against this browser.",
  session: "optional",
  places: hashingSlots,
  limit: "loginPerAddress",
  body: z.object({
    email: emailField(),
    // Longer than any accepted password; never trimmed.
    password: z
      .string("required" satisfies FieldProblem)
      .min(1, "required" satisfies FieldProblem)
      .max(1024),
    device: z
      .string()
      .max(200, "invalid" satisfies FieldProblem)
      .optional(),
  }),
  reply: z.object({
    token: z.string().meta({ description: "Opaque; sent as Authorization: Bearer" }),
    user,
    device: z.string(),
  }),
  handle: (ctx, input) => logIn(ctx, { ...input, device: input.device ?? "" }),
});

export const logout = endpoint({
  summary: "Ends the session on the server",
  session: "required",
  body: z.object({}),
  reply: message,
  handle: async (ctx) => {
    await logOut(ctx);
    return { message: m.accounts_logged_out({}, { locale: ctx.locale }) };
  },
});

export const me = endpoint({
  summary: "Who is logged in",
  session: "required",
  body: z.object({}),
  reply: z.object({ user }),
  handle: async (ctx) => ({ user: await whoAmI(ctx) }),
});

export const register = endpoint({
  summary: "Opens an account; logs no one in",
  session: "optional",
  places: hashingSlots,
  limit: "registerPerAddress",
  body: z.object({
    ...personInputs,
    password: field("Required; 8 to 128 characters, none that people would guess"),
    password_confirmation: field("The same again; a difference is an error of password"),
    remember_me: field("Required; the word accept: the terms are accepted"),
  }),
  reply: message,
  handle: async (ctx, input) => {
    await registerAccount(ctx, input);
    return { message: m.accounts_registered({}, { locale: ctx.locale }) };
  },
});

const token = z.string().meta({ description: "Takes the place of the token the request came with, which is dead" });

export const editProfile = endpoint({
  summary: "Saves the caller's profile",
  description:
    "Another e-mail needs `password` and is not saved yet: a link goes to the new address, a notice to the old one, and `email_pending` names it.",
  session: "required",
  places: hashingSlots,
  body: z.object({
    id: field("Required; the caller's own"),
    ...personInputs,
    password: z
      .string()
      .max(1024)
      .optional()
      .catch(undefined)
      .meta({ type: "string", description: "The caller's password; only when the e-mail changes" }),
  }),
  reply: message.extend({ token, user, email_pending: z.string().nullable() }),
  errors: { 403: "The id is another person’s" },
  handle: async (ctx, input) => ({
    ...(await saveProfile(ctx, input)),
    message: m.accounts_profile_saved({}, { locale: ctx.locale }),
  }),
});

export const confirmEmail = endpoint({
  summary: "Gives an account the e-mail that a link was sent to",
  description:
    "Ends every session of the account but the one that requested the change and, where it is of the same account, this one.",
  session: "optional",
  limit: "confirmPerAddress",
  body: z.object({ token: field("Of the mail; good once, for 60 minutes") }),
  reply: message.extend({ email: z.string() }),
  handle: async (ctx, input) => ({
    ...(await confirmEmailChange(ctx, input)),
    message: `${m.accounts_email_changed({}, { locale: ctx.locale })} ${m.accounts_email_others_ended({}, { locale: ctx.locale })}`,
  }),
});

export const forgetPassword = endpoint({
  summary: "Sends a link to choose a new password",
  description: "The same answer whether or not the address has an account.",
  session: "optional",
  limit: "forgotPerAddress",
  body: z.object({
    email: emailField(),
    redirect: z.string().max(1000).optional().catch(undefined).meta({
      type: "string",
      description: "Where a login leads afterwards; a path of this site, anything else is ignored",
    }),
  }),
  reply: message,
  handle: async (ctx, input) => {
    await requestPasswordReset(ctx, input);
    return { message: m.accounts_forgot_sent({}, { locale: ctx.locale }) };
  },
});

const newPassword = {
  password: field("Required; 8 to 128 characters, none that people would guess"),
  password_confirmation: field("The same again"),
};

export const resetPassword = endpoint({
  summary: "Sets a new password with the token of a mail, and ends every session of the account",
  session: "optional",
  places: hashingSlots,
  limit: "resetPerAddress",
  body: z.object({ ...newPassword, token: field("Of the mail; good once, for 60 minutes") }),
  reply: message,
  handle: async (ctx, input) => {
    await setNewPassword(ctx, input);
    return { message: m.accounts_reset_done({}, { locale: ctx.locale }) };
  },
});

export const changePassword = endpoint({
  summary: "Changes the caller's password and ends every other session",
  session: "required",
  places: hashingSlots,
  body: z.object({ current_password: field("Required"), ...newPassword }),
  reply: message.extend({ token }),
  handle: async (ctx, input) => ({
    ...(await changeOwnPassword(ctx, input)),
    message: m.accounts_password_changed({}, { locale: ctx.locale }),
  }),
});

export const sessions = endpoint({
  summary: "Where the caller is logged in",
  session: "required",
  body: z.object({}),
  reply: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        browser: z.string().meta({ example: "Firefox, Windows" }),
        created_at: z.string(),
        used_at: z.string().meta({ description: "To the hour" }),
        expires_at: z.string().meta({ description: "At the latest; after 7 days without use at once" }),
        current: z.boolean(),
      }),
    ),
  }),
  handle: async (ctx) => ({ sessions: await listMySessions(ctx) }),
});

export const endSession = endpoint({
  summary: "Ends one session of the caller",
  session: "required",
  places: hashingSlots,
  body: z.object({ id: field("Of the list"), password: field("The caller's; not for the session that asks") }),
  reply: message,
  errors: { 404: "No such session, or not the caller's" },
  handle: async (ctx, input) => {
    await endMySession(ctx, input);
    return { message: m.accounts_session_ended({}, { locale: ctx.locale }) };
  },
});

export const endOtherSessions = endpoint({
  summary: "Ends every session of the caller but this one",
  session: "required",
  places: hashingSlots,
  body: z.object({ password: field("Required; the caller's") }),
  reply: message.extend({ ended: z.number() }),
  handle: async (ctx, input) => {
    const ended = await endMyOtherSessions(ctx, input);
    return { ended, message: m.accounts_sessions_ended({ count: ended }, { locale: ctx.locale }) };
  },
});
