import { z } from "zod";
import type { AnyEndpoint } from "./endpoint.server.ts";

/** Status → what it means, where it means the same in both. */
export const failureTexts = {
  400: "The body is not JSON.",
  413: "The body is too large.",
  415: "The body is not application/json.",
  422: "A field is wrong: the body is the field map, field → messages, first message first.",
  429: "Too many requests; see Retry-After (seconds).",
  500: "Server error.",
} as const;

/** Instead of JSON, where a file is sent. */
export const uploadForm = z.object({ file: z.string().meta({ format: "binary" }) });

const message = z.object({ message: z.string() });
const ourFault = message.extend({ request_id: z.string() });
const fieldMap = z.record(z.string(), z.array(z.string()));

function getErrorSchema(status: string) {
  if (status === "422") return fieldMap;
  return status === "500" ? ourFault : message;
}

/** Status → when an endpoint answers it. */
export type Failures = Readonly<Record<number, string | undefined>>;

/** The failures of an endpoint as its responses. */
export const failureResponses = (failures: Failures) =>
  Object.fromEntries(
    Object.entries(failures).map(([status, description = ""]) => [
      status,
      { description, content: { "application/json": { schema: getErrorSchema(status) } } },
    ]),
  );

function listFailures({ session, places, errors = {} }: AnyEndpoint): Failures {
  return {
    ...failureTexts,
    ...(session === "required" ? { 401: "Not logged in, or the session has ended." } : {}),
    405: "Any method but POST.",
    ...(places ? { 503: "Too many such calls at once; see Retry-After (seconds)." } : {}),
    ...errors,
  };
}

/** The generator is loaded on the first request for it. */
export async function openApiDocument(table: Record<string, AnyEndpoint>, baseUrl: string): Promise<object> {
  const { OpenAPIHono, z } = await import("@hono/zod-openapi");
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "The opaque token of /api/login.",
  });
  for (const [path, endpoint] of Object.entries(table)) {
    app.openAPIRegistry.registerPath({
      method: "post",
      path,
      operationId: path.slice("/api/".length),
      summary: endpoint.summary,
      ...(endpoint.description ? { description: endpoint.description } : {}),
      ...(endpoint.session === "required" ? { security: [{ bearer: [] }] } : { security: [{}, { bearer: [] }] }),
      request: {
        headers: z.object({ "accept-language": z.enum(["en", "ar"]).optional() }),
        body: {
          required: true,
          content: endpoint.upload
            ? { "multipart/form-data": { schema: uploadForm } }
            : { "application/json": { schema: endpoint.body } },
        },
      },
      responses: {
        200: {
          description: "Done.",
          content: endpoint.file
            ? { [endpoint.file]: { schema: z.string().meta({ format: "binary" }) } }
            : { "application/json": { schema: endpoint.reply } },
        },
        ...failureResponses(listFailures(endpoint)),
      },
    });
  }
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Nama Health API",
      version: "1.0.0",
      description:
        "POST, JSON in, JSON out. Messages follow Accept-Language (en, ar). Money is a decimal string with two places; dates are YYYY-MM-DD; instants ISO 8601 UTC.",
    },
    servers: [{ url: baseUrl }],
  });
}
