import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { listOrderTickets } from "./ticket-page.server.ts";

export const ticketsBeside = endpoint({
  summary: "Lists the tickets of all seats on the order and run of a ticket",
  session: "required",
  body: z.object({ token: z.string("required").max(100) }),
  reply: z.object({
    tickets: z.array(
      z.object({
        name: z.string().nullable().meta({ description: "Name of the attendee; null for a seat without one" }),
        token: z.string().meta({ description: "Token for the page `/ticket/{token}`" }),
      }),
    ),
  }),
  errors: { 404: "No such ticket of an order of the caller." },
  handle: async (ctx, input) => ({ tickets: await listOrderTickets(ctx, input) }),
});
