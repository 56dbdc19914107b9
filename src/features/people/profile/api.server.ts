import { z } from "zod";
import { hashingSlots } from "#features/people/password-hash.server.ts";
import { field, newToken, personInputs, userReply } from "#features/people/person.server.ts";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { m } from "#messages";
import { confirmAddress } from "#features/people/confirmed-address.server.ts";
import { confirmEmailChange } from "./email-change.server.ts";
import { endMyOtherSessions, endMySession, listMySessions } from "./my-sessions.server.ts";
import { editProfile as saveProfile } from "./profile.server.ts";

const message = z.object({ message: z.string() });
const optionalPassword = (description: string) =>
  z.string().max(1024).optional().catch(undefined).meta({ type: "string", description });

export const editProfile = endpoint({
  summary: "Saves the caller's profile",
  description:
    "A new email requires `password` and is not saved at once: the new address gets a link, the old one a notice, and `email_pending` is the new address.",
  session: "required",
  concurrencyLimit: hashingSlots,
  body: z.object({
    id: field("Required; the caller's id"),
    ...personInputs,
    password: optionalPassword("The caller's password; required only when the email changes"),
  }),
  reply: message.extend({ token: newToken, user: userReply, email_pending: z.string().nullable() }),
  errors: { 403: "The id is another person’s id" },
  handle: async (ctx, input) => ({
    ...(await saveProfile(ctx, input)),
    message: m.profile_saved({}, { locale: ctx.locale }),
  }),
});

export const confirmEmail = endpoint({
  summary:
    "Confirms the address of an account, or changes it to a new one, with the link that was sent to that address",
  description:
    "A change of address ends every session of the account, except the one that requested the change and this one if it is of the same account.",
  session: "optional",
  limit: "confirmPerAddress",
  concurrencyLimit: hashingSlots,
  body: z.object({
    token: field(
      "Token of the link in the email; valid once, for 60 minutes, or seven days for the address of a new account",
    ),
    password: optionalPassword("The account's password; not required with a session of the account"),
  }),
  reply: message.extend({
    email: z.string(),
    is_new: z.boolean().meta({ description: "Whether the account had another address before" }),
  }),
  handle: async (ctx, input) => {
    const { locale } = ctx;
    const confirmedEmail = await confirmAddress(ctx, input.token, input.password);
    if (confirmedEmail !== null)
      return { email: confirmedEmail, is_new: false, message: m.accounts_confirm_done({}, { locale }) };
    const changedMessage = `${m.profile_email_changed({}, { locale })} ${m.profile_email_others_ended({}, { locale })}`;
    const { email } = await confirmEmailChange(ctx, input.token, input.password);
    return { email, is_new: true, message: changedMessage };
  },
});

export const sessions = endpoint({
  summary: "Lists the sessions of the caller",
  session: "required",
  body: z.object({}),
  reply: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        browser: z.string().meta({ example: "Firefox, Windows" }),
        created_at: z.string(),
        used_at: z.string().meta({ description: "Time of the last use, precise to the hour" }),
        expires_at: z
          .string()
          .meta({ description: "When the session ends at the latest; it also ends after 7 days without use" }),
        current: z.boolean(),
      }),
    ),
  }),
  handle: async (ctx) => ({ sessions: await listMySessions(ctx) }),
});

export const endSession = endpoint({
  summary: "Ends one session of the caller",
  session: "required",
  concurrencyLimit: hashingSlots,
  body: z.object({
    id: field("Id of the session, from the list"),
    password: field("The caller's password; not required to end the calling session"),
  }),
  reply: message,
  errors: { 404: "There is no such session, or it is not the caller's" },
  handle: async (ctx, input) => {
    await endMySession(ctx, input);
    return { message: m.profile_session_ended({}, { locale: ctx.locale }) };
  },
});

export const endOtherSessions = endpoint({
  summary: "Ends all other sessions of the caller",
  session: "required",
  concurrencyLimit: hashingSlots,
  body: z.object({ password: field("Required; the caller's password") }),
  reply: message.extend({ ended: z.number() }),
  handle: async (ctx, input) => {
    const ended = await endMyOtherSessions(ctx, input);
    return { ended, message: m.profile_sessions_ended({ count: ended }, { locale: ctx.locale }) };
  },
});
