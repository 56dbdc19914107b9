import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { listTicketsBeside } from "./ticket-page.server.ts";

export const ticketsBeside = endpoint({
  summary: "The tickets of all seats of a ticket’s order and run",
  session: "required",
  body: z.object({ token: z.string("required").max(100) }),
  reply: z.object({
    tickets: z.array(
      z.object({
        name: z.string().nullable().meta({ description: "Null while no one is to sit there" }),
        token: z.string().meta({ description: "Of `/ticket/{token}`" }),
      }),
    ),
  }),
  errors: { 404: "No such ticket of an order of the caller." },
  handle: async (ctx, input) => ({ tickets: await listTicketsBeside(ctx, input) }),
});
