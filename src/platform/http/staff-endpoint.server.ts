import { z } from "zod";
import type { ReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { Ctx, Permission } from "#platform/context.server.ts";
import type { ConcurrencyLimit } from "#platform/bounded-limit.ts";
import type { RateLimitName } from "#platform/rate-limit.server.ts";
import type { UploadedFile, UploadRules } from "./upload.server.ts";
import { inertPolicy } from "./security.server.ts";

/** What a handler sees of the request itself: the cookies of a sign-in, the file of an upload. */
export interface StaffCall {
  cookies: Record<string, string>;
  /** Response headers that the handler may set; only `Set-Cookie` is sent. */
  headers: Headers;
  /** The uploaded file, if the endpoint has `upload`. */
  file?: UploadedFile;
}

/** Who may call: anyone without signing in, all staff, staff with a permission, or staff with one of several. */
export type StaffAccess = "anyone" | "staff" | Permission | readonly Permission[];

/** An endpoint of the staff API: its input, its response and its handler. */
export interface StaffEndpoint<Input extends z.ZodObject = z.ZodObject, Reply extends z.ZodType = z.ZodType> {
  /** Checked before the input is read. If the handler's function has a `permission`, pass that: it is written once. */
  access: StaffAccess;
  summary: string;
  description?: string;
  /** The query of a GET or the JSON body of other methods, and the `id` of the path. */
  input: Input;
  reply: Reply;
  status?: 200 | 201;
  /** Media types of the file that it returns instead of JSON; set by `staffFile`. */
  file?: readonly string[];
  /** Returns a page for an iframe instead of JSON; set by `staffHtml`. */
  isHtml?: boolean;
  /** The handler requires a fresh sign-in: 403 with `reason: "fresh-sign-in"` until a code has been confirmed. */
  fresh?: boolean;
  /** Errors besides those that every endpoint has, for the documentation. */
  errors?: Partial<Record<401 | 404 | 409, string>>;
  /** Limits the requests of a network address; more get 429. */
  limit?: RateLimitName;
  /** Maximum size of a JSON body; 64 KiB by default. */
  maxBytes?: number;
  /** Takes a form with one file instead of JSON; the handler gets it as `call.file`. */
  upload?: UploadRules;
  /** Limits how many expensive calls run at once; each person may also run at most two uploads. */
  concurrencyLimit?: ConcurrencyLimit;
  handle(ctx: Ctx, input: z.output<Input>, call: StaffCall): Promise<z.input<Reply>> | z.input<Reply>;
}

/** Defines an endpoint; its types check the handler's input and reply. */
export function staffEndpoint<Input extends z.ZodObject, Reply extends z.ZodType>(
  definition: StaffEndpoint<Input, Reply>,
): StaffEndpoint<Input, Reply> {
  return definition;
}

/** An endpoint with any input, as in `StaffTable`. */
export type AnyStaffEndpoint = Omit<StaffEndpoint, "handle"> & {
  handle(ctx: Ctx, input: never, call: StaffCall): unknown;
};

/** Endpoints by method and path. */
export type StaffTable = Record<`${"GET" | "POST" | "PUT" | "DELETE"} /api/staff/${string}`, AnyStaffEndpoint>;

/** Lists the endpoints of a table, with method and path separated. */
export function staffRoutes(table: StaffTable) {
  return Object.entries(table).map(([name, endpoint]) => {
    const [method = "", path = ""] = name.split(" ");
    return { method, path, access: endpoint.access, endpoint };
  });
}

/** Defines an endpoint that returns a page for an iframe of the portal, such as a sent mail. Use it with GET. */
export function staffHtml<Input extends z.ZodObject>(
  definition: Omit<StaffEndpoint<Input>, "reply" | "status" | "file" | "isHtml" | "handle"> & {
    handle(ctx: Ctx, input: z.output<Input>): Promise<string>;
  },
) {
  return staffEndpoint({ ...definition, isHtml: true, reply: z.string() });
}

/**
 * The page loads nothing and runs no scripts (`default-src`), has its own origin (`sandbox`), and only our pages may
 * frame it. Mails need inline styles.
 */
const htmlPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-scripts; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export const htmlResponse = (html: string, requestId: string): Response =>
  new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": htmlPolicy,
      "x-request-id": requestId,
    },
  });

/** A file to download. `name` may have letters of any language; a stream needs its length in `bytes`. */
export type FileAnswer = { name: string; type: string } & ({ body: Uint8Array } | { body: ReadStream; bytes: number });

const fileSchema = z.custom<FileAnswer>((value) => typeof value === "object" && value !== null && "body" in value);

/** Defines an endpoint that returns a file to download, which is never displayed. Use it with GET. */
export function staffFile<Input extends z.ZodObject>(
  definition: Omit<StaffEndpoint<Input>, "reply" | "status" | "file" | "handle"> & {
    types: readonly [string, ...string[]];
    handle(ctx: Ctx, input: z.output<Input>): Promise<FileAnswer>;
  },
) {
  const { types, ...endpoint } = definition;
  return staffEndpoint<Input, typeof fileSchema>({ ...endpoint, file: types, reply: fileSchema });
}

/** Builds Content-Disposition with both file names of RFC 6266: in ASCII for old clients, and in full. */
function contentDisposition(name: string): string {
  const asciiName = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encodedName = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}

export function fileResponse(file: FileAnswer, requestId: string, headers: Record<string, string> = {}): Response {
  const isStream = "bytes" in file;
  const body = isStream ? (Readable.toWeb(file.body) as ReadableStream<Uint8Array>) : new Uint8Array(file.body);
  return new Response(body, {
    headers: {
      "content-type": file.type,
      "content-length": String(isStream ? file.bytes : file.body.length),
      "content-disposition": contentDisposition(file.name.toWellFormed()),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": inertPolicy,
      "x-request-id": requestId,
      ...headers,
    },
  });
}
