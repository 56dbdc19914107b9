import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { emailField, type FieldProblem } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { me as readMe, registerAccount } from "./accounts.server.ts";
import { sendAddressLink as mailAddressLink } from "./confirmed-address.server.ts";
import { changePassword as changeOwnPassword } from "./passwords.server.ts";
import { hashingSlots } from "./password-hash.server.ts";
import { isResetLinkGood, requestPasswordReset, resetPassword as setNewPassword } from "./password-reset.server.ts";
import { field, newToken, personInputs, userReply } from "./person.server.ts";
import { logIn, logOut } from "./sign-in.server.ts";

const message = z.object({ message: z.string() });

export const login = endpoint({
  summary: "Logs in and opens a session",
  description:
    "Ends the session that the request came with. `device` is the value that an earlier login returned: with it, failed attempts from other browsers do not count against this one.",
  session: "optional",
  concurrencyLimit: hashingSlots,
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
    token: z.string().meta({ description: "Opaque; send it as Authorization: Bearer" }),
    user: userReply,
    device: z.string(),
  }),
  handle: (ctx, input) => logIn(ctx, { ...input, device: input.device ?? "" }),
});

export const logout = endpoint({
  summary: "Logs out and ends the session on the server",
  session: "required",
  body: z.object({}),
  reply: message,
  handle: async (ctx) => {
    await logOut(ctx);
    return { message: m.accounts_logged_out({}, { locale: ctx.locale }) };
  },
});

export const me = endpoint({
  summary: "Returns the account that is logged in",
  session: "required",
  body: z.object({}),
  reply: z.object({ user: userReply, email_confirmed: z.boolean() }),
  handle: (ctx) => readMe(ctx),
});

export const sendAddressLink = endpoint({
  summary: "Sends the link that confirms the caller's address again; a confirmed address gets nothing",
  session: "required",
  body: z.object({}),
  reply: message,
  handle: async (ctx) => {
    await mailAddressLink(ctx);
    return { message: m.accounts_confirm_sent({}, { locale: ctx.locale }) };
  },
});

export const register = endpoint({
  summary: "Creates an account without logging in",
  session: "optional",
  concurrencyLimit: hashingSlots,
  limit: "registerPerAddress",
  body: z.object({
    ...personInputs,
    password: field("Required; 8 to 128 characters, not a common password"),
    password_confirmation: field("The same password again; a difference is an error of `password`"),
    remember_me: field("Required; `accept` means that the person accepts the terms"),
  }),
  reply: message,
  handle: async (ctx, input) => {
    await registerAccount(ctx, input);
    return { message: m.accounts_registered({}, { locale: ctx.locale }) };
  },
});

export const forgetPassword = endpoint({
  summary: "Sends a link to choose a new password",
  description: "The reply is the same whether or not the address has an account.",
  session: "optional",
  limit: "forgotPerAddress",
  body: z.object({
    email: emailField(),
    redirect: z.string().max(1000).optional().catch(undefined).meta({
      type: "string",
      description: "Path of this site to open after the next login; anything else is ignored",
    }),
  }),
  reply: message,
  handle: async (ctx, input) => {
    await requestPasswordReset(ctx, input);
    return { message: m.accounts_forgot_sent({}, { locale: ctx.locale }) };
  },
});

const newPassword = {
  password: field("Required; 8 to 128 characters, not a common password"),
  password_confirmation: field("The same password again"),
};

export const resetPassword = endpoint({
  summary: "Sets a new password with the token of an email, and ends every session of the account",
  session: "optional",
  concurrencyLimit: hashingSlots,
  limit: "resetPerAddress",
  body: z.object({ ...newPassword, token: field("Token of the link in the email; valid once, for 60 minutes") }),
  reply: message,
  handle: async (ctx, input) => {
    await setNewPassword(ctx, input);
    return { message: m.accounts_reset_done({}, { locale: ctx.locale }) };
  },
});

export const checkResetLink = endpoint({
  summary: "Checks whether the link to choose a new password still works, without using it up",
  session: "optional",
  limit: "resetLinkPerAddress",
  body: z.object({ token: field("Token of the link in the email") }),
  reply: z.object({ valid: z.boolean() }),
  handle: async (ctx, { token }) => ({ valid: await isResetLinkGood(ctx, token) }),
});

export const changePassword = endpoint({
  summary: "Changes the caller's password and ends every other session",
  session: "required",
  concurrencyLimit: hashingSlots,
  body: z.object({ current_password: field("Required"), ...newPassword }),
  reply: message.extend({ token: newToken }),
  handle: async (ctx, input) => ({
    ...(await changeOwnPassword(ctx, input)),
    message: m.accounts_password_changed({}, { locale: ctx.locale }),
  }),
});
