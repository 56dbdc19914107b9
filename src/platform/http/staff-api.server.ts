import type { Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { noSuchRecord, requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import type { BoundedLimit } from "#platform/bounded-limit.ts";
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
 * Whether a page of ours asks, or no page at all. Browsers say with each request where it comes from; those too old to
 * do so say at least `Origin` with whatever changes something.
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
 * The endpoint's input. An `id` of the path that can be no record's is one that is not found. Throws ValidationError,
 * NotFound.
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
 * Takes the file and hands it on. First a place of the caller's own, then one of all: none of all is held by a person
 * who has two, however slowly they send.
 */
function takeUpload<T>(
  request: Context,
  ctx: Ctx,
  { rules, places }: { rules: UploadRules; places: BoundedLimit | undefined },
  work: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const take = () => withUpload(request, ctx, rules, work);
  return withUploadSlot(requireStaff(ctx).id, () => (places ? places(take) : take()));
}

async function call(request: Context, ctx: Ctx, access: StaffAccess, endpoint: AnyStaffEndpoint): Promise<Response> {
  requireAccess(ctx, access);
  if (endpoint.limit) await consumeAddressLimit(ctx, endpoint.limit);
  const input = await parseInput(request, ctx, endpoint);
  const call: StaffCall = { cookies: getCookie(request), headers: new Headers() };
  const { upload: rules, places } = endpoint;
  const answered = rules
    ? await takeUpload(request, ctx, { rules, places }, async (file) =>
        endpoint.handle(ctx, input as never, { ...call, file }),
      )
    : await endpoint.handle(ctx, input as never, call);
  const reply = endpoint.reply.parse(answered);
  const response = toResponse(request, endpoint, reply);
  for (const one of call.headers.getSetCookie()) response.headers.append("set-cookie", one);
  return response;
}

/**
 * Mounts the staff's API: origin, session, permission, limit, input and errors are the same for all. A fast no at the
 * door; the verb behind it decides for itself.
 */
export function mountStaffApi(
  app: Hono,
  table: StaffTable,
  { contextFor, origin }: { contextFor: ContextFor; origin: string },
): void {
  const routes = staffRoutes(table);
  const ownContextFor: ContextFor = async (request) => {
    if (!isSameOrigin(request, origin))
      throw new Forbidden(m.platform_other_origin({}, { locale: getRequestLocale(request) }));
    return contextFor(request);
  };
  for (const { method, path, access, endpoint } of routes) {
    const places = endpoint.upload ? undefined : endpoint.places;
    const serve = serveWith(ownContextFor, places, (request, ctx) => call(request, ctx, access, endpoint));
    app.on(method, [path, `${path}/`], serve);
  }
  for (const [path, ofPath] of Map.groupBy(routes, ({ path }) => path)) {
    const allow = ofPath.map(({ method }) => method).join(", ");
    for (const spelled of [path, `${path}/`])
      app.all(spelled, (request) => {
        const message = m.platform_wrong_staff_method({}, { locale: getRequestLocale(request) });
        return answer(request, 405, { message }, { allow });
      });
  }
}
