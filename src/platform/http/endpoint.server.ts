import { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import type { BoundedLimit } from "#platform/bounded-limit.ts";
import type { RateLimitName } from "#platform/rate-limit.server.ts";
import type { UploadedFile, UploadRules } from "./upload.server.ts";

export interface Endpoint<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  summary: string;
  description?: string;
  /** `required` answers 401 to a visitor before the body is parsed. */
  session: "required" | "optional";
  body: Body;
  /** The body as the settings require it, so that one answer names every wrong field. It has the shape of `body`. */
  bodyFor?(ctx: Ctx): Promise<Body>;
  reply: Reply;
  /** Answers 200 with a file of this type instead of JSON; `reply` is then `fileReply`. */
  file?: "application/pdf" | "application/zip" | "application/octet-stream" | "text/calendar" | "text/csv";
  /** Beyond those every endpoint has, for the documentation. */
  errors?: Partial<Record<401 | 403 | 404 | 409 | 503, string>>;
  /** Requests per address before 429; the verb adds limits per account itself. */
  limit?: RateLimitName;
  /** For calls that cost much: 503 with `Retry-After` when no slot is free, before anything is read or counted. */
  places?: BoundedLimit;
  /** 64 KiB by default. */
  maxBytes?: number;
  /** Takes a form with one file instead of JSON, for who is logged in; `body` is then empty. */
  upload?: UploadRules;
  handle(ctx: Ctx, input: z.output<Body>, file?: UploadedFile): Promise<z.input<Reply>> | z.input<Reply>;
}

/** `filename` is ASCII without quotes. */
export const fileReply = z.object({ bytes: z.instanceof(Uint8Array), filename: z.string() });

/** Checks the types of body and reply against the verb; the browser's client reuses them. */
export function endpoint<Body extends z.ZodType, Reply extends z.ZodType>(
  definition: Endpoint<Body, Reply>,
): Endpoint<Body, Reply> {
  return definition;
}

export type AnyEndpoint = Omit<Endpoint, "handle"> & { handle(ctx: Ctx, input: never, file?: UploadedFile): unknown };
