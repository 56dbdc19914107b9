import { z } from "zod";
import { failureResponses, failureTexts, uploadForm, type Failures } from "./openapi.server.ts";
import {
  staffEndpoint,
  staffRoutes,
  type AnyStaffEndpoint,
  type StaffAccess,
  type StaffTable,
} from "./staff-endpoint.server.ts";

function listFailures(access: StaffAccess, method: string, { errors, concurrencyLimit }: AnyStaffEndpoint): Failures {
  const { 413: tooLarge, 415: otherType, ...commonTexts } = failureTexts;
  return {
    ...commonTexts,
    403: 'Not allowed; another site asks; or, with `reason: "fresh-sign-in"`, the second factor has to be proved again.',
    405: "Another method.",
    ...(method === "GET" ? {} : { 413: tooLarge, 415: otherType }),
    ...(access === "anyone" ? {} : { 401: "Not signed in, or the session has ended." }),
    ...(concurrencyLimit ? { 503: "Too many such calls at once; see Retry-After (seconds)." } : {}),
    ...errors,
  };
}

const toRequestContent = ({ upload }: AnyStaffEndpoint, fields: z.ZodObject) =>
  upload ? { "multipart/form-data": { schema: uploadForm } } : { "application/json": { schema: fields } };
function toResponseContent({ file, isHtml, reply }: AnyStaffEndpoint): Record<string, { schema: z.ZodType }> {
  if (isHtml) return { "text/html": { schema: reply } };
  if (!file) return { "application/json": { schema: reply } };
  return Object.fromEntries(file.map((type) => [type, { schema: z.string().meta({ format: "binary" }) }]));
}

/** Builds the OpenAPI 3.1 document of the staff API. The public API has its own. */
export async function staffOpenApiDocument(table: StaffTable, baseUrl: string): Promise<Record<string, unknown>> {
  const { OpenAPIHono } = await import("@hono/zod-openapi");
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent("securitySchemes", "cookie", {
    type: "apiKey",
    in: "cookie",
    name: "nama-staff",
    description: "Of a sign-in; over TLS its name starts with __Host-.",
  });
  for (const { method, path, access, endpoint } of staffRoutes(table)) {
    const { id, ...others } = endpoint.input.shape;
    const hasId = path.includes(":id");
    const fields = z.object(hasId ? others : endpoint.input.shape);
    app.openAPIRegistry.registerPath({
      method: method.toLowerCase() as "get",
      path: path.replace(":id", "{id}"),
      summary: endpoint.summary,
      description: [
        endpoint.description,
        access === "anyone" ? undefined : `Permission: ${[access].flat().join(" or ")}.`,
        endpoint.fresh ? "Wants a code of the last ten minutes." : undefined,
      ]
        .filter(Boolean)
        .join(" "),
      security: access === "anyone" ? [] : [{ cookie: [] }],
      request: {
        ...(hasId ? { params: z.object({ id: (id as z.ZodType | undefined) ?? z.string() }) } : {}),
        ...(method === "GET" ? { query: fields } : { body: { content: toRequestContent(endpoint, fields) } }),
      },
      responses: {
        [endpoint.status ?? 200]: {
          description: endpoint.file ? "The file." : "Done.",
          content: toResponseContent(endpoint),
        },
        ...failureResponses(listFailures(access, method, endpoint)),
      },
    });
  }
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Nama Health staff API",
      version: "1.0.0",
      description:
        "For the portal at /staff, of the same origin. JSON in, JSON out; lists take page, per_page, sort (`-created_at`: the latest first) and a key for each field they can be narrowed to. Messages follow Accept-Language (en, ar).",
    },
    servers: [{ url: baseUrl }],
  });
  return document as Record<keyof typeof document, unknown>;
}

/** Builds an endpoint that returns the description of the table it belongs to. */
export function describeStaffApi(table: () => StaffTable) {
  let documentPromise: Promise<Record<string, unknown>> | undefined;
  return staffEndpoint({
    access: "staff",
    summary: "This description",
    input: z.object({}),
    reply: z.record(z.string(), z.unknown()),
    handle: (ctx) => (documentPromise ??= staffOpenApiDocument(table(), ctx.env.BASE_URL)),
  });
}
