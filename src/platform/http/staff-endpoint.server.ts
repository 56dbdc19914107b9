import { z } from "zod";
import type { ReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { Ctx, Permission } from "#platform/context.server.ts";
import type { BoundedLimit } from "#platform/bounded-limit.ts";
import type { RateLimitName } from "#platform/rate-limit.server.ts";
import type { UploadedFile, UploadRules } from "./upload.server.ts";
import { inertPolicy } from "./security.server.ts";

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
  /** Asked before anything is read. Of a verb that asks by itself, `permission` says it: it is written once. */
  access: StaffAccess;
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

/** Method and path → the endpoint. */
export type StaffTable = Record<`${"GET" | "POST" | "PUT" | "DELETE"} /api/staff/${string}`, AnyStaffEndpoint>;

/** The entries of a table, their names in two. */
export function staffRoutes(table: StaffTable) {
  return Object.entries(table).map(([name, endpoint]) => {
    const [method = "", path = ""] = name.split(" ");
    return { method, path, access: endpoint.access, endpoint };
  });
}

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

/** A download. `name` takes any letters; a stream wants its length in `bytes`. */
export type FileAnswer = { name: string; type: string } & ({ body: Uint8Array } | { body: ReadStream; bytes: number });

const fileAnswer = z.custom<FileAnswer>((value) => typeof value === "object" && value !== null && "body" in value);

/** An endpoint that answers a file to be saved, never to be shown. Use it with GET. */
export function staffFile<Input extends z.ZodObject>(
  definition: Omit<StaffEndpoint<Input>, "reply" | "status" | "file" | "handle"> & {
    types: readonly [string, ...string[]];
    handle(ctx: Ctx, input: z.output<Input>): Promise<FileAnswer>;
  },
) {
  const { types, ...endpoint } = definition;
  return staffEndpoint<Input, typeof fileAnswer>({ ...endpoint, file: types, reply: fileAnswer });
}

/** Both spellings of RFC 6266: plain letters for old readers, and the name itself. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

export function fileResponse(file: FileAnswer, requestId: string, headers: Record<string, string> = {}): Response {
  const isStream = "bytes" in file;
  const body = isStream ? (Readable.toWeb(file.body) as ReadableStream<Uint8Array>) : new Uint8Array(file.body);
  return new Response(body, {
    headers: {
      "content-type": file.type,
      "content-length": String(isStream ? file.bytes : file.body.length),
      "content-disposition": disposition(file.name.toWellFormed()),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": inertPolicy,
      "x-request-id": requestId,
      ...headers,
    },
  });
}
