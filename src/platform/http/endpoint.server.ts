import { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import type { BoundedLimit } from "#platform/bounded-limit.ts";
import type { RateLimitName } from "#platform/rate-limit.server.ts";

/** One POST endpoint: what it takes, what it answers, and the verb behind it. */
export interface Endpoint<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  summary: string;
  description?: string;
  /** `required` answers 401 to a visitor before the body is read into fields. */
  session: "required" | "optional";
  body: Body;
  reply: Reply;
  /** Answers 200 with a file of this type instead of JSON; `reply` is then `fileReply`. */
  file?: "application/pdf" | "text/calendar";
  /** Refusals beyond those every endpoint has, for the documentation. */
  errors?: Partial<Record<401 | 403 | 404 | 409 | 503, string>>;
  /** Tries allowed per address before 429; the verb adds limits per account itself. */
  limit?: RateLimitName;
  /** Where calls that cost much run; 503 with `Retry-After` when no place is left, before anything is read or counted. */
  places?: BoundedLimit;
  /** Body bytes allowed; 64 KiB by default. */
  maxBytes?: number;
  handle(ctx: Ctx, input: z.output<Body>): Promise<z.input<Reply>> | z.input<Reply>;
}

/** What the verb of an endpoint with `file` gives; `filename` is ASCII without quotes. */
export const fileReply = z.object({ bytes: z.instanceof(Uint8Array), filename: z.string() });

/** Names an endpoint; the types of body and reply are checked against the verb, and reused by the browser's client. */
export function endpoint<Body extends z.ZodType, Reply extends z.ZodType>(
  definition: Endpoint<Body, Reply>,
): Endpoint<Body, Reply> {
  return definition;
}

/** Any endpoint, whatever it takes: how the table of contents holds them. */
export type AnyEndpoint = Omit<Endpoint, "handle"> & { handle(ctx: Ctx, input: never): unknown };
