import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { emailField, type FieldProblem } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { me as whoAmI, registerAccount } from "./accounts.server.ts";
import { professions } from "./professions.ts";
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
  description: "A session the request came with is ended. `device` is the note of an earlier login: with it, failures of others do not count against this browser.",
  session: "optional",
  limit: "loginPerAddress",
  body: z.object({
    email: emailField(),
    // Longer than any password that was ever accepted; never trimmed.
    password: z.string("required" satisfies FieldProblem).min(1, "required" satisfies FieldProblem).max(1024),
    device: z.string().max(200, "invalid" satisfies FieldProblem).optional(),
  }),
  reply: z.object({ token: z.string().meta({ description: "Opaque; sent as Authorization: Bearer" }), user, device: z.string() }),
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

/** What is not a text counts as left empty, so that one answer names every wrong field; the verb has the rules. */
const field = (description: string) => z.string().catch("").meta({ type: "string", description });

export const register = endpoint({
  summary: "Opens an account; logs nobody in",
  session: "optional",
  limit: "registerPerAddress",
  body: z.object({
    name: field("Required"),
    email: field("Required; one account each"),
    contact_number: field("Required; any country, Saudi without a country code"),
    scfhs_number: field("Optional; 5 to 20 letters and digits, dashes and spaces ignored"),
    workplace: field("Optional"),
    address: field("Optional"),
    profession: field(`Required; one of ${professions.join(", ")}`),
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
