import { z } from "zod";
import type { AnyEndpoint } from "./endpoint.server.ts";

/** Meaning of each status that is the same in the public API and in the staff API. */
export const failureTexts = {
  400: "The body is not JSON.",
  413: "The body is too large.",
  415: "The body is not application/json.",
  422: "A field is wrong: the body is the field map, field → messages, first message first.",
  429: "Too many requests; see Retry-After (seconds).",
  500: "Server error.",
} as const;

/** Body of an endpoint that takes a file instead of JSON. */
export const uploadForm = z.object({ file: z.string().meta({ format: "binary" }) });

const message = z.object({ message: z.string() });
const ourFault = message.extend({ request_id: z.string() });
const fieldMap = z.record(z.string(), z.array(z.string()));

function getErrorSchema(status: string) {
  if (status === "422") return fieldMap;
  return status === "500" ? ourFault : message;
}

/** When an endpoint responds with an error, by status. */
export type Failures = Readonly<Record<number, string | undefined>>;

/** Converts the failures of an endpoint to OpenAPI responses. */
export const failureResponses = (failures: Failures) =>
  Object.fromEntries(
    Object.entries(failures).map(([status, description = ""]) => [
      status,
      { description, content: { "application/json": { schema: getErrorSchema(status) } } },
    ]),
  );

function listFailures({ session, concurrencyLimit, errors = {} }: AnyEndpoint): Failures {
  return {
    ...failureTexts,
    ...(session === "required" ? { 401: "Not logged in, or the session has ended." } : {}),
    405: "The method is not POST.",
    ...(concurrencyLimit ? { 503: "Too many such calls at once; see Retry-After (seconds)." } : {}),
    ...errors,
  };
}

/** Builds the OpenAPI document of the public API. Loads the generator only when someone requests the document. */
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
        "Every call is a POST with a JSON body and a JSON reply. Messages are in the language of Accept-Language (en, ar). Money is a decimal string with two places; dates are YYYY-MM-DD; instants are ISO 8601 in UTC.",
    },
    servers: [{ url: baseUrl }],
  });
}
