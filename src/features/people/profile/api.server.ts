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
    "Another email needs `password` and is not saved yet: a link goes to the new address, a notice to the old one, and `email_pending` names it.",
  session: "required",
  places: hashingSlots,
  body: z.object({
    id: field("Required; the caller's own"),
    ...personInputs,
    password: optionalPassword("The caller's password; only when the email changes"),
  }),
  reply: message.extend({ token: newToken, user: userReply, email_pending: z.string().nullable() }),
  errors: { 403: "The id is another person’s" },
  handle: async (ctx, input) => ({
    ...(await saveProfile(ctx, input)),
    message: m.profile_saved({}, { locale: ctx.locale }),
  }),
});

export const confirmEmail = endpoint({
  summary: "Confirms the address of an account, or gives it the new one, by the link that was sent to it",
  description:
    "With the link of a new address, ends every session of the account but the one that requested the change and, where it is of the same account, this one.",
  session: "optional",
  limit: "confirmPerAddress",
  places: hashingSlots,
  body: z.object({
    token: field("Of the email; good once, for 60 minutes, for the address of a new account seven days"),
    password: optionalPassword("The account's password; not needed with its session"),
  }),
  reply: message.extend({ email: z.string(), is_new: z.boolean().meta({ description: "The account had another" }) }),
  handle: async (ctx, input) => {
    const { locale } = ctx;
    const confirmed = await confirmAddress(ctx, input.token, input.password);
    if (confirmed !== null)
      return { email: confirmed, is_new: false, message: m.accounts_confirm_done({}, { locale }) };
    const changed = `${m.profile_email_changed({}, { locale })} ${m.profile_email_others_ended({}, { locale })}`;
    const { email } = await confirmEmailChange(ctx, input.token, input.password);
    return { email, is_new: true, message: changed };
  },
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
    return { message: m.profile_session_ended({}, { locale: ctx.locale }) };
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
    return { ended, message: m.profile_sessions_ended({ count: ended }, { locale: ctx.locale }) };
  },
});
