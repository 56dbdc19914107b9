import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { taxPercent } from "./settings.server.ts";

export const getTaxPercentage = endpoint({
  summary: "The VAT rate in percent, added to the prices at checkout.",
  session: "optional",
  body: z.object({}),
  reply: z.object({ tax: z.number() }),
  handle: async (ctx) => ({ tax: await taxPercent(ctx) }),
});
