import { z } from "zod";
import { field } from "#features/people/person.server.ts";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { m } from "#messages";
import { hashingSlots } from "#features/people/password-hash.server.ts";
import { deleteMyAccount, exportMyData } from "./my-data.server.ts";
import { addressNotConfirmed } from "#features/people/confirmed-address.server.ts";

export const myData = endpoint({
  summary: "Everything the site keeps about the caller",
  session: "required",
  body: z.object({}),
  reply: z.object({
    exported_at: z.string(),
    account: z.record(z.string(), z.unknown()),
    sessions: z.array(z.record(z.string(), z.unknown())),
    orders: z.array(z.record(z.string(), z.unknown())),
    learning: z.record(z.string(), z.unknown()),
    waiting_lists: z.record(z.string(), z.unknown()),
  }),
  errors: { 403: addressNotConfirmed },
  handle: async (ctx) => {
    const { exported_at, account, sessions, orders, learning, waiting_lists } = await exportMyData(ctx);
    return {
      exported_at,
      account: { ...account },
      sessions: sessions.map((session) => ({ ...session })),
      orders: orders.map((order) => ({ ...order })),
      learning,
      waiting_lists,
    };
  },
});

export const deleteAccount = endpoint({
  summary: "Deletes the caller's account",
  description:
    "Paid orders and their invoices stay, for as long as the law requires; everything else that is personal is deleted at once.",
  session: "required",
  concurrencyLimit: hashingSlots,
  body: z.object({ password: field("Required; the caller's own password") }),
  reply: z.object({ message: z.string() }),
  errors: { 409: "An order is being paid for, or a refund is under way" },
  handle: async (ctx, input) => {
    await deleteMyAccount(ctx, input);
    return { message: m.accounts_deleted({}, { locale: ctx.locale }) };
  },
});
