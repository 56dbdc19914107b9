import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { z } from "zod";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import {
  BadRequest,
  Forbidden,
  HttpError,
  TooLarge,
  RateLimited,
  Unavailable,
  UnsupportedMediaType,
  ValidationError,
} from "#platform/errors.ts";
import { isDatabaseUnavailable, getSqlState } from "#platform/db/sql-errors.server.ts";
import { errorForLog, logFailure } from "#platform/log.server.ts";
import { consumeAddressLimit } from "#platform/rate-limit.server.ts";
import { acceptedLocale } from "#i18n/locale.server.ts";
import { QueueFull, type ConcurrencyLimit } from "#platform/bounded-limit.ts";
import { WorkerFailed } from "#platform/workers/pool.server.ts";
import { m } from "#messages";
import { fieldMap } from "./fields.server.ts";
import { fileReply, type AnyEndpoint } from "./endpoint.server.ts";
import { inertPolicy } from "./security.server.ts";
import { withUploadSlot, withUpload, type UploadRules } from "./upload.server.ts";

export type ContextFor = (request: Context) => Promise<Ctx>;

/** The client's language, for answers that are sent before the request has a context. */
export const getRequestLocale = (request: Context) => acceptedLocale(request.req.header("accept-language"));

export const defaultMaxBytes = 64 * 1024;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Makes a JSON response that no cache may store. */
export function answer(request: Context, status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": inertPolicy,
      "x-request-id": request.get("requestId"),
      ...headers,
    },
  });
}

/** Makes the response for a file; no cache may store it. */
function fileAnswer(request: Context, type: string, { bytes, filename }: z.output<typeof fileReply>): Response {
  const headers = {
    "content-type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    "content-disposition": `attachment; filename="${filename}"`,
    "cache-control": "no-store",
    "content-security-policy": inertPolicy,
  };
  return new Response(new Uint8Array(bytes), { headers: { ...headers, "x-request-id": request.get("requestId") } });
}

/** PostgreSQL's codes for text that cannot be stored. The client gets a field error, because its input caused it. */
const isUnstorableText = new Set(["22021", "22P05"]);

function getErrorEvent(error: HttpError): "limited" | "forbidden" | "malformed" | null {
  if (error instanceof RateLimited) return "limited";
  if (error instanceof Forbidden) return "forbidden";
  return error instanceof BadRequest || error instanceof TooLarge || error instanceof UnsupportedMediaType
    ? "malformed"
    : null;
}

/** Converts any error to a response and logs it where needed. All endpoints use it. */
export function errorResponse(request: Context, ctx: Ctx | null, error: unknown): Response {
  if (error instanceof HttpError) {
    const event = getErrorEvent(error);
    if (event)
      request
        .get("log")
        .info(
          { event, request_id: request.get("requestId"), path: request.req.path, status: error.status },
          "security",
        );
    const headers =
      error instanceof RateLimited
        ? { "retry-after": String(error.retryAfterSeconds) }
        : error instanceof Unavailable
          ? { "retry-after": "2" }
          : undefined;
    return answer(request, error.status, error.body(), headers);
  }
  const locale = ctx?.locale ?? getRequestLocale(request);
  if (error instanceof QueueFull) {
    request.get("log").warn({ request_id: request.get("requestId"), path: request.req.path }, "too many calls at once");
    return answer(request, 503, { message: m.platform_unavailable({}, { locale }) }, { "retry-after": "2" });
  }
  if (error instanceof WorkerFailed) {
    const facts = { request_id: request.get("requestId"), path: request.req.path };
    request.get("log").error({ ...facts, ...errorForLog(error) }, "a worker job was ended");
    return answer(request, 503, { message: m.platform_unavailable({}, { locale }) }, { "retry-after": "60" });
  }
  if (isDatabaseUnavailable(error)) {
    const facts = { request_id: request.get("requestId"), path: request.req.path };
    logFailure(request.get("log"), "warn", error, { ...facts, text: "database unavailable" });
    return answer(request, 503, { message: m.platform_data_away({}, { locale }) }, { "retry-after": "2" });
  }
  if (isUnstorableText.has(getSqlState(error) ?? ""))
    return answer(request, 422, { body: [m.platform_field_characters({}, { locale })] });
  request
    .get("log")
    .error({ request_id: request.get("requestId"), path: request.req.path, ...errorForLog(error) }, "request failed");
  return answer(request, 500, { message: m.platform_our_fault({}, { locale }), request_id: request.get("requestId") });
}

/** Reads the body as JSON; an empty body is `{}`. Throws UnsupportedMediaType, TooLarge, BadRequest. */
export async function readJson(request: Context, ctx: Ctx, maxBytes: number): Promise<unknown> {
  const { locale } = ctx;
  // Reads Node's own request if there is one: reading the body of a web Request takes a third of the time of a short
  // call.
  const { incoming } = (request.env ?? {}) as Partial<HttpBindings>;
  const header = (name: string) => (incoming ? incoming.headers[name] : request.req.header(name))?.toString();
  const body: AsyncIterable<Uint8Array> | null = incoming ?? request.req.raw.body;
  if (Number(header("content-length") ?? 0) > maxBytes) throw new TooLarge(m.platform_too_large({}, { locale }));
  if (header("content-encoding")) throw new UnsupportedMediaType(m.platform_not_json_type({}, { locale }));
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new TooLarge(m.platform_too_large({}, { locale }));
    chunks.push(chunk);
  }
  if (size === 0) return {};
  const type = header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new UnsupportedMediaType(m.platform_not_json_type({}, { locale }));
  try {
    return JSON.parse(utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  } catch {
    throw new BadRequest(m.platform_not_json({}, { locale }));
  }
}

/**
 * Makes a handler that creates the request's context and responds with `call`. If there is a concurrency limit
 * (`concurrencyLimit`), both run within it. Every error becomes a response by `errorResponse`.
 */
export function serveWith(
  contextFor: ContextFor,
  concurrencyLimit: ConcurrencyLimit | undefined,
  call: (request: Context, ctx: Ctx) => Promise<Response>,
): (request: Context) => Promise<Response> {
  return async (request) => {
    let ctx: Ctx | null = null;
    const inContext = async () => {
      ctx = await contextFor(request);
      return call(request, ctx);
    };
    try {
      return await (concurrencyLimit ? concurrencyLimit(inContext) : inContext());
    } catch (error) {
      return errorResponse(request, ctx, error);
    }
  };
}

/** Handles an upload. Visitors without a session are refused before the file is read. */
async function takeUpload(request: Context, ctx: Ctx, endpoint: AnyEndpoint, rules: UploadRules): Promise<Response> {
  const { id } = requireViewer(ctx);
  if (endpoint.limit) await consumeAddressLimit(ctx, endpoint.limit);
  const reply = await withUploadSlot(id, () =>
    withUpload(request, ctx, rules, async (file) => endpoint.handle(ctx, {} as never, file)),
  );
  return answer(request, 200, reply as object);
}

/** Mounts all endpoints: method, session, limit, body and errors are handled in the same way for all of them. */
export function mountApi(app: Hono, table: Record<string, AnyEndpoint>, contextFor: ContextFor): void {
  for (const [path, endpoint] of Object.entries(table)) {
    const serve = serveWith(contextFor, endpoint.concurrencyLimit, async (request, ctx) => {
      if (endpoint.upload) return takeUpload(request, ctx, endpoint, endpoint.upload);
      const input = await readJson(request, ctx, endpoint.maxBytes ?? defaultMaxBytes);
      if (endpoint.session === "required") requireViewer(ctx);
      if (endpoint.limit) await consumeAddressLimit(ctx, endpoint.limit);
      const body = (await endpoint.bodyFor?.(ctx)) ?? endpoint.body;
      const parsed = body.safeParse(input) as z.ZodSafeParseResult<never>;
      if (!parsed.success) throw new ValidationError(fieldMap(parsed.error, ctx.locale));
      const reply = await endpoint.handle(ctx, parsed.data);
      return endpoint.file
        ? fileAnswer(request, endpoint.file, fileReply.parse(reply))
        : answer(request, 200, reply as object);
    });
    app.post(path, serve);
    app.post(`${path}/`, serve);
    const wrongMethod = (request: Context) =>
      answer(
        request,
        405,
        { message: m.platform_wrong_method({}, { locale: getRequestLocale(request) }) },
        { allow: "POST" },
      );
    app.all(path, wrongMethod);
    app.all(`${path}/`, wrongMethod);
  }
  app.all("/api/*", (request) =>
    answer(request, 404, { message: m.platform_not_found({}, { locale: getRequestLocale(request) }) }),
  );
}
