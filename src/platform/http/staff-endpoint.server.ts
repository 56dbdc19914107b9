import type { z } from "zod";
import type { Ctx, Permission } from "#platform/context.server.ts";
import type { BoundedLimit } from "#platform/bounded-limit.ts";
import type { RateLimitName } from "#platform/rate-limit.server.ts";
import type { UploadedFile, UploadRules } from "./upload.server.ts";

/** What a verb sees of the call itself: cookies of a sign-in, the file of an upload. */
export interface StaffCall {
  cookies: Record<string, string>;
  /** Of the answer. */
  headers: Headers;
  /** Of an endpoint with `upload`. */
  file?: UploadedFile;
}

/**
 * Who may call: someone who is not signed in, everyone of the staff, those with a permission, or with one of several.
 */
export type StaffAccess = "anyone" | "staff" | Permission | readonly Permission[];

/** One endpoint of the staff's API: what it takes, what it answers, and the verb behind it. */
export interface StaffEndpoint<Input extends z.ZodObject = z.ZodObject, Reply extends z.ZodType = z.ZodType> {
  summary: string;
  description?: string;
  /** Query of a GET, JSON body of anything else, and `id` of the path. */
  input: Input;
  reply: Reply;
  status?: 200 | 201;
  /** Media types of the file it answers instead of JSON; made by `staffFile`. */
  file?: readonly string[];
  /** It answers a page for an iframe instead of JSON; made by `staffHtml`. */
  isHtml?: boolean;
  /** The verb wants a fresh sign-in: 403 with `reason: "fresh-sign-in"` until a code has been confirmed. */
  fresh?: boolean;
  /** Refusals beyond those every endpoint has, for the documentation. */
  errors?: Partial<Record<401 | 404 | 409, string>>;
  /** Tries allowed per address before 429. */
  limit?: RateLimitName;
  /** 64 KiB by default. */
  maxBytes?: number;
  /** Takes a form with one file instead of JSON; the verb gets it as `call.file`. */
  upload?: UploadRules;
  /** Where calls that cost much run; of uploads, a person has two at most. */
  places?: BoundedLimit;
  handle(ctx: Ctx, input: z.output<Input>, call: StaffCall): Promise<z.input<Reply>> | z.input<Reply>;
}

/** Names an endpoint; input and reply are checked against the verb. */
export function staffEndpoint<Input extends z.ZodObject, Reply extends z.ZodType>(
  definition: StaffEndpoint<Input, Reply>,
): StaffEndpoint<Input, Reply> {
  return definition;
}

/** Any endpoint, whatever it takes: how the table of contents holds them. */
export type AnyStaffEndpoint = Omit<StaffEndpoint, "handle"> & {
  handle(ctx: Ctx, input: never, call: StaffCall): unknown;
};

/** Method and path → who may call, and the endpoint. */
export type StaffTable = Record<`${"GET" | "POST" | "PUT" | "DELETE"} /api/staff/${string}`, StaffEntry>;
export type StaffEntry = readonly [StaffAccess, AnyStaffEndpoint];

/** The entries of a table, their names in two. */
export function staffRoutes(table: StaffTable) {
  return Object.entries(table).map(([name, [access, endpoint]]) => {
    const [method = "", path = ""] = name.split(" ");
    return { method, path, access, endpoint };
  });
}
