import { z } from "zod";
import { staffEndpoint, staffRoutes, type AnyStaffEndpoint, type StaffTable } from "./staff-endpoint.server.ts";

const failures: Record<number, string> = {
  400: "The body is not JSON.",
  401: "Not signed in, or the session has ended.",
  403: 'Not allowed; another site asks; or, with `reason: "fresh-sign-in"`, the second factor has to be proved again.',
  404: "No such record.",
  405: "Another method.",
  409: "It cannot be done as things are.",
  413: "The body is too large.",
  415: "The body is not application/json.",
  422: "A field is wrong: the body is the field map, field → messages, first message first.",
  429: "Too many tries; see Retry-After (seconds).",
  500: "Our fault.",
};
/** Those that every endpoint has. */
const always = [400, 403, 405, 422, 429, 500];

function failuresOf(access: string, method: string, endpoint: AnyStaffEndpoint): [number, string][] {
  const body = method === "GET" ? [] : [413, 415];
  const signedIn = access === "anyone" ? [] : [401];
  const usual = [...always, ...body, ...signedIn].map((status) => [status, failures[status] ?? ""] as const);
  return Object.entries({ ...Object.fromEntries(usual), ...endpoint.errors }).map(([status, text]) => [
    Number(status),
    text,
  ]);
}

/** The OpenAPI 3.1 document of the staff's API, beside the public one. */
async function staffOpenApiDocument(table: StaffTable, baseUrl: string): Promise<Record<string, unknown>> {
  const { OpenAPIHono } = await import("@hono/zod-openapi");
  const app = new OpenAPIHono();
  const message = z.object({ message: z.string() });
  const fieldMap = z.record(z.string(), z.array(z.string()));
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
    const responses = failuresOf(access, method, endpoint).map(([status, description]) => {
      const schema = status === 422 ? fieldMap : message;
      return [status, { description, content: { "application/json": { schema } } }] as const;
    });
    app.openAPIRegistry.registerPath({
      method: method.toLowerCase() as "get",
      path: path.replace(":id", "{id}"),
      summary: endpoint.summary,
      description: [
        endpoint.description,
        access === "anyone" ? undefined : `Permission: ${access}.`,
        endpoint.fresh ? "Wants a code of the last ten minutes." : undefined,
      ]
        .filter(Boolean)
        .join(" "),
      security: access === "anyone" ? [] : [{ cookie: [] }],
      request: {
        ...(hasId ? { params: z.object({ id: (id as z.ZodType | undefined) ?? z.string() }) } : {}),
        ...(method === "GET" ? { query: fields } : { body: { content: { "application/json": { schema: fields } } } }),
      },
      responses: {
        [endpoint.status ?? 200]: {
          description: "Done.",
          content: { "application/json": { schema: endpoint.reply } },
        },
        ...Object.fromEntries(responses),
      },
    });
  }
  return {
    ...app.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: "Nama Health staff API",
        version: "1.0.0",
        description:
          "For the portal at /staff, of the same origin. JSON in, JSON out; lists take page, perPage, sort, order and filter (JSON). Messages follow Accept-Language (en, ar).",
      },
      servers: [{ url: baseUrl }],
    }),
  };
}

/** The endpoint that describes the table it stands in. */
export function describeStaffApi(table: () => StaffTable) {
  let made: Promise<Record<string, unknown>> | undefined;
  return staffEndpoint({
    summary: "This description",
    input: z.object({}),
    reply: z.record(z.string(), z.unknown()),
    handle: (ctx) => (made ??= staffOpenApiDocument(table(), ctx.env.BASE_URL)),
  });
}
