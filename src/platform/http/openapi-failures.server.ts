/** What both descriptions, of the site's API and of the staff's, say about failures. */
import { z } from "zod";

/** Status → what it means, where it means the same in both. */
export const failureTexts = {
  400: "The body is not JSON.",
  413: "The body is too large.",
  415: "The body is not application/json.",
  422: "A field is wrong: the body is the field map, field → messages, first message first.",
  429: "Too many requests; see Retry-After (seconds).",
  500: "Server error.",
} as const;

const message = z.object({ message: z.string() });
const ourFault = message.extend({ request_id: z.string() });
const fieldMap = z.record(z.string(), z.array(z.string()));

function schemaOf(status: string) {
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
      { description, content: { "application/json": { schema: schemaOf(status) } } },
    ]),
  );
