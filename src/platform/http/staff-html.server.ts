import { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import { staffEndpoint, type StaffEndpoint } from "./staff-endpoint.server.ts";

/** An endpoint that answers a whole page for an iframe of the portal: a mail as its reader gets it. Use it with GET. */
export function staffHtml<Input extends z.ZodObject>(
  definition: Omit<StaffEndpoint<Input>, "reply" | "status" | "file" | "isHtml" | "handle"> & {
    handle(ctx: Ctx, input: z.output<Input>): Promise<string>;
  },
) {
  return staffEndpoint({ ...definition, isHtml: true, reply: z.string() });
}

/**
 * Nothing loads in it, no script is allowed by `default-src`, it has an origin of its own, and only our own pages frame
 * it; mails need their inline styles.
 */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-scripts; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export const htmlResponse = (html: string, requestId: string): Response =>
  new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": policy,
      "x-request-id": requestId,
    },
  });
