/** Passkeys of staff: to sign in and confirm without a code, and to manage on their account page. */
import { z } from "zod";
import { line } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { textId } from "#platform/http/staff-resource.server.ts";
import { ownAccount, staff, toStaff, trust } from "./api.server.ts";
import { readOwnAccount } from "./own-account.server.ts";
import {
  addPasskey,
  confirmationChallenge,
  confirmWithPasskey,
  newPasskeyChallenge,
  removePasskey,
  renamePasskey,
} from "./passkeys.server.ts";
import { newPasskeyOptions, newPasskeyResponse, passkeyOptions, passkeyResponse } from "./passkeys.schema.ts";
import { enterStaffPasskey, signInChallenge } from "./sign-in.server.ts";

const emptyObject = z.object({});

export const signInOptions = staffEndpoint({
  access: "anyone",
  summary: "Returns the challenge that a passkey signs as second step of a sign-in",
  errors: { 401: "The first step is missing, or too long ago" },
  limit: "staffSignInPerAddress",
  input: emptyObject,
  reply: passkeyOptions,
  handle: (ctx, _, call) => signInChallenge(ctx, call),
});

export const signIn = staffEndpoint({
  access: "anyone",
  summary: "Second step of a sign-in with a passkey; opens the session",
  errors: { 401: "The first step is missing, or too long ago" },
  limit: "staffSignInPerAddress",
  input: z.object({ response: passkeyResponse, trust }),
  reply: staff,
  handle: async (ctx, input, call) => toStaff(ctx, await enterStaffPasskey(ctx, input, call)),
});

export const confirmOptions = staffEndpoint({
  access: "staff",
  summary: "Returns the challenge that a passkey signs to prove the second factor again",
  input: emptyObject,
  reply: passkeyOptions,
  handle: (ctx, _, call) => confirmationChallenge(ctx, call),
});

export const confirm = staffEndpoint({
  access: "staff",
  summary: "Proves the second factor again with a passkey, before dangerous actions",
  input: z.object({ response: passkeyResponse }),
  reply: emptyObject,
  handle: async (ctx, input, call) => {
    await confirmWithPasskey(ctx, input, call);
    return {};
  },
});

export const newOptions = staffEndpoint({
  access: "staff",
  summary: "Returns the options with which a device creates a passkey for the caller",
  fresh: true,
  input: emptyObject,
  reply: newPasskeyOptions,
  handle: (ctx, _, call) => newPasskeyChallenge(ctx, call),
});

export const add = staffEndpoint({
  access: "staff",
  summary: "Adds a passkey to the caller's account",
  fresh: true,
  input: z.object({ name: line(60), response: newPasskeyResponse }),
  reply: ownAccount,
  status: 201,
  handle: async (ctx, input, call) => {
    await addPasskey(ctx, input, call);
    return readOwnAccount(ctx);
  },
});

export const rename = staffEndpoint({
  access: "staff",
  summary: "Renames a passkey of the caller",
  errors: { 404: "No passkey of the caller" },
  input: z.object({ id: textId(), name: line(60) }),
  reply: ownAccount,
  handle: async (ctx, input) => {
    await renamePasskey(ctx, input);
    return readOwnAccount(ctx);
  },
});

export const remove = staffEndpoint({
  access: "staff",
  summary: "Removes a passkey of the caller; the authenticator app and the recovery codes still work",
  fresh: true,
  errors: { 404: "No passkey of the caller" },
  input: z.object({ id: textId() }),
  reply: ownAccount,
  handle: async (ctx, input) => {
    await removePasskey(ctx, input);
    return readOwnAccount(ctx);
  },
});
