import type { Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { noSuchRecord, requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import type { ConcurrencyLimit } from "#platform/bounded-limit.ts";
import { Forbidden, ValidationError } from "#platform/errors.ts";
import { consumeAddressLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { answer, defaultMaxBytes, getRequestLocale, readJson, serveWith, type ContextFor } from "./api.server.ts";
import {
  htmlResponse,
  staffRoutes,
  type StaffAccess,
  type StaffTable,
  type AnyStaffEndpoint,
  type StaffCall,
  fileResponse,
  type FileAnswer,
} from "./staff-endpoint.server.ts";
import { fieldMap } from "./fields.server.ts";
import { readFields } from "./query.server.ts";
import { withUploadSlot, withUpload, type UploadedFile, type UploadRules } from "./upload.server.ts";

/**
 * Whether a request comes from a page of ours, or (only for reads) from no page. Browsers send `Sec-Fetch-Site` with
 * each request; older ones send at least `Origin` with requests that change something.
 */
function isSameOrigin(request: Context, origin: string): boolean {
  const site = request.req.header("sec-fetch-site");
  const isRead = request.req.method === "GET" || request.req.method === "HEAD";
  if (site !== undefined) return site === "same-origin" || (site === "none" && isRead);
  const from = request.req.header("origin");
  return from === undefined ? isRead : from === origin;
}

function requireAccess(ctx: Ctx, access: StaffAccess): void {
  if (access === "anyone") return;
  if (access === "staff") requireStaff(ctx);
  else requirePermission(ctx, ...[access].flat());
}

/**
 * Reads and validates the endpoint's input. Throws ValidationError; NotFound for an `id` in the path that no record can
 * have.
 */
async function parseInput(request: Context, ctx: Ctx, endpoint: AnyStaffEndpoint): Promise<unknown> {
  const path = request.req.param();
  const sent = endpoint.upload
    ? {}
    : request.req.method === "GET"
      ? readFields(request.req.queries(), endpoint.input)
      : await readJson(request, ctx, endpoint.maxBytes ?? defaultMaxBytes);
  const rawInput: unknown =
    typeof sent === "object" && sent !== null && !Array.isArray(sent) ? { ...sent, ...path } : sent;
  const parsed = endpoint.input.safeParse(rawInput);
  if (parsed.success) return parsed.data;
  if ("id" in path && parsed.error.issues.some(({ path: [field] }) => field === "id")) throw noSuchRecord(ctx);
  throw new ValidationError(fieldMap(parsed.error, ctx.locale));
}

function toResponse(request: Context, endpoint: AnyStaffEndpoint, reply: unknown): Response {
  if (endpoint.file) return fileResponse(reply as FileAnswer, request.get("requestId"));
  if (endpoint.isHtml) return htmlResponse(reply as string, request.get("requestId"));
  return answer(request, endpoint.status ?? 200, reply as object);
}

/**
 * Receives the file and calls `work` with it. Takes first a slot of the caller, then one of the endpoint
 * (`concurrencyLimit`), so that one person with slow uploads occupies at most two slots of the endpoint.
 */
function takeUpload<T>(
  request: Context,
  ctx: Ctx,
  { rules, concurrencyLimit }: { rules: UploadRules; concurrencyLimit: ConcurrencyLimit | undefined },
  work: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const receive = () => withUpload(request, ctx, rules, work);
  return withUploadSlot(requireStaff(ctx).id, () => (concurrencyLimit ? concurrencyLimit(receive) : receive()));
}

async function callEndpoint(
  request: Context,
  ctx: Ctx,
  access: StaffAccess,
  endpoint: AnyStaffEndpoint,
): Promise<Response> {
  requireAccess(ctx, access);
  if (endpoint.limit) await consumeAddressLimit(ctx, endpoint.limit);
  const input = await parseInput(request, ctx, endpoint);
  const call: StaffCall = { cookies: getCookie(request), headers: new Headers() };
  const { upload: rules, concurrencyLimit } = endpoint;
  const result = rules
    ? await takeUpload(request, ctx, { rules, concurrencyLimit }, async (file) =>
        endpoint.handle(ctx, input as never, { ...call, file }),
      )
    : await endpoint.handle(ctx, input as never, call);
  const reply = endpoint.reply.parse(result);
  const response = toResponse(request, endpoint, reply);
  for (const cookie of call.headers.getSetCookie()) response.headers.append("set-cookie", cookie);
  return response;
}

/**
 * Mounts the staff API: origin, session, permission, limit, input and errors are handled in the same way for all
 * endpoints. The permission check here only refuses early; each handler checks permissions itself.
 */
export function mountStaffApi(
  app: Hono,
  table: StaffTable,
  { contextFor, origin }: { contextFor: ContextFor; origin: string },
): void {
  const routes = staffRoutes(table);
  const sameOriginContext: ContextFor = async (request) => {
    if (!isSameOrigin(request, origin))
      throw new Forbidden(m.platform_other_origin({}, { locale: getRequestLocale(request) }));
    return contextFor(request);
  };
  for (const { method, path, access, endpoint } of routes) {
    const concurrencyLimit = endpoint.upload ? undefined : endpoint.concurrencyLimit;
    const serve = serveWith(sameOriginContext, concurrencyLimit, (request, ctx) =>
      callEndpoint(request, ctx, access, endpoint),
    );
    app.on(method, [path, `${path}/`], serve);
  }
  for (const [path, pathRoutes] of Map.groupBy(routes, ({ path }) => path)) {
    const allow = pathRoutes.map(({ method }) => method).join(", ");
    for (const pathVariant of [path, `${path}/`])
      app.all(pathVariant, (request) => {
        const message = m.platform_wrong_staff_method({}, { locale: getRequestLocale(request) });
        return answer(request, 405, { message }, { allow });
      });
  }
}
