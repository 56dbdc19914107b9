import { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import type { ConcurrencyLimit } from "#platform/bounded-limit.ts";
import type { RateLimitName } from "#platform/rate-limit.server.ts";
import type { UploadedFile, UploadRules } from "./upload.server.ts";

export interface Endpoint<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  summary: string;
  description?: string;
  /** With `required`, a visitor who is not logged in gets 401 before the body is parsed. */
  session: "required" | "optional";
  body: Body;
  /**
   * The schema of the body if it depends on settings, so that one response names every wrong field. It has the same
   * shape as `body`.
   */
  bodyFor?(ctx: Ctx): Promise<Body>;
  reply: Reply;
  /** Media type if the endpoint responds with a file instead of JSON; `reply` is then `fileReply`. */
  file?: "application/pdf" | "application/zip" | "application/octet-stream" | "text/calendar" | "text/csv";
  /** Descriptions of errors for the documentation, beyond those that every endpoint has. */
  errors?: Partial<Record<401 | 403 | 404 | 409 | 503, string>>;
  /** Rate limit per network address (429). The handler applies limits per account itself. */
  limit?: RateLimitName;
  /** Concurrency limit for expensive calls: 503 with `Retry-After` when its queue is full, before anything is read. */
  concurrencyLimit?: ConcurrencyLimit;
  /** Maximum size of the body; 64 KiB by default. */
  maxBytes?: number;
  /** Accepts a form with one file instead of JSON, only from people who are logged in; `body` is then empty. */
  upload?: UploadRules;
  handle(ctx: Ctx, input: z.output<Body>, file?: UploadedFile): Promise<z.input<Reply>> | z.input<Reply>;
}

/** A file as reply; `filename` must be ASCII without quotes. */
export const fileReply = z.object({ bytes: z.instanceof(Uint8Array), filename: z.string() });

/**
 * Defines an endpoint. Infers the types of body and reply, which the browser's client reuses, and checks the handler.
 */
export function endpoint<Body extends z.ZodType, Reply extends z.ZodType>(
  definition: Endpoint<Body, Reply>,
): Endpoint<Body, Reply> {
  return definition;
}

export type AnyEndpoint = Omit<Endpoint, "handle"> & { handle(ctx: Ctx, input: never, file?: UploadedFile): unknown };
