/** Generates requests from an OpenAPI description: to every path, with valid and with invalid values. */
import fc from "fast-check";
import { toFormData, plainPdf } from "../media.ts";
import { hostileBodies } from "../http/hostile.ts";
import { mutate, toJson, valueFor, wildValue, type Known, type Schema } from "./schema-values.ts";

export interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}
export interface Description {
  paths: Record<string, Record<string, Operation>>;
}
export interface DescribedOperation {
  method: string;
  path: string;
  operation: Operation;
}
export interface Call {
  described: DescribedOperation;
  path: string;
  init: { method: string; headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> | FormData };
}

export const listOperations = ({ paths }: Description): DescribedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Returns the name under which the ids from a path such as `/api/staff/orders/{id}` are stored. */
export const toIdName = (path: string): string => `id of ${path.split("/")[3] ?? ""}`;

const asPathPart = (value: unknown): string => {
  const text = typeof value === "string" ? value : toJson(value);
  return encodeURIComponent(text.toWellFormed()).slice(0, 4000) || "0";
};

const wildPathParts = [
  "%00",
  "%ff",
  "%E0%A4%A",
  "..%2f..",
  "%2e%2e",
  "1'--",
  "-1",
  "0",
  "999999999",
  "null",
  "%F0%9F%A6%84",
];

function generatePath({ path, operation }: DescribedOperation, known: Known): fc.Arbitrary<string> {
  if (!path.includes("{id}")) return fc.constantFrom(path, path, path, `${path}/`);
  const schema = operation.parameters?.find(({ name }) => name === "id")?.schema ?? { type: "string" };
  const ids = known.get(toIdName(path)) ?? [];
  const knownId = ids.length > 0 ? fc.constantFrom(...ids) : valueFor(schema, known);
  return fc
    .oneof(
      { weight: 6, arbitrary: knownId.map(asPathPart) },
      { weight: 1, arbitrary: valueFor(schema, known).map(asPathPart) },
      { weight: 1, arbitrary: wildValue.map(asPathPart) },
      { weight: 1, arbitrary: fc.constantFrom(...wildPathParts) },
    )
    .map((part) => path.replace("{id}", () => part));
}

const asQueryText = (value: unknown) => (typeof value === "string" ? value : toJson(value));
/** Returns the texts of a query parameter. The key of a list occurs once per item. */
const asQueryTexts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(asQueryText);

function generateQuery({ operation }: DescribedOperation, known: Known): fc.Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  const fields = parameters.map(({ name, schema }) => {
    const value = fc.oneof(
      { weight: 5, arbitrary: valueFor(schema, known, name).map(asQueryTexts) },
      { weight: 1, arbitrary: wildValue.map(asQueryTexts) },
    );
    return [name, value] as const;
  });
  const required = parameters.flatMap(({ name, required }) => (required ? [name] : []));
  const describedQuery = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  const suffix = fc.oneof(
    { weight: 8, arbitrary: fc.constant("") },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "&page=2&page=1",
        "&filter={}",
        "&sort=--id",
        "&__proto__=1",
        "&%00=1",
        "&a[b]=1",
        "&%ff=%ff",
      ),
    },
  );
  return fc.tuple(describedQuery, suffix).map(([query, suffixText]) => {
    const texts = Object.entries(query).flatMap(([name, values]) =>
      values.map((value) => [name, value.toWellFormed()]),
    );
    return `?${new URLSearchParams(texts)}${suffixText}`;
  });
}

/** Repeats the first member of a JSON object; its first occurrence is null. */
const repeatFirstMember = (json: string) =>
  json.startsWith('{"') ? `{${/^\{("[^"]*":)/.exec(json)?.[1]}null,${json.slice(1)}` : json;

function generateJsonBody(schema: Schema, known: Known): fc.Arbitrary<string> {
  const validBody = valueFor(schema, known);
  return fc.oneof(
    { weight: 5, arbitrary: validBody.map(toJson) },
    { weight: 6, arbitrary: validBody.chain(mutate).map(toJson) },
    { weight: 1, arbitrary: validBody.chain(mutate).chain(mutate).map(toJson) },
    { weight: 1, arbitrary: validBody.map((value) => repeatFirstMember(toJson(value))) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(hostileBodies)) },
    { weight: 1, arbitrary: fc.constantFrom("", "{", "undefined", "\u0000", `{"a":"${"x".repeat(70_000)}"}`) },
  );
}

const uploadedFiles = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.constantFrom(
    plainPdf(),
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    Buffer.from("<svg/>"),
    Buffer.alloc(100_000),
  ),
);
const fileNames = fc.oneof(
  fc.constantFrom("a.pdf", "../a", "a.png", 'a".pdf', "س.pdf", ""),
  fc.string({ maxLength: 20 }),
);
const forms = fc
  .tuple(uploadedFiles, fileNames, fc.constantFrom("file", "file", "file", "other"))
  .map((values) => toFormData(...values));

/** Content types, mostly the one that the API expects. */
const contentTypes = fc.oneof(
  { weight: 15, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "text/plain",
      "application/json; charset=utf-16",
      "application/jsonp",
      "multipart/form-data",
      "a/b;;;",
      "",
    ),
  },
);
const otherHeaders = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom<Record<string, string>>({}, {}, { "accept-language": "ar" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { "accept-language": "x".repeat(3000) },
      { "content-encoding": "gzip" },
      { "sec-fetch-site": "cross-site" },
      { cookie: "nama-staff=%00; nama-staff=%E0%A4%A" },
      { "user-agent": "\u00ff".repeat(600) },
      { authorization: `Bearer ${"x".repeat(512)}` },
    ),
  },
);

/** Generates requests to one operation. */
export function generateCalls(described: DescribedOperation, known: Known): fc.Arbitrary<Call> {
  const { method, operation } = described;
  const content = operation.requestBody?.content ?? {};
  const isForm = "multipart/form-data" in content;
  const body: fc.Arbitrary<string | FormData | undefined> =
    method === "GET"
      ? fc.constant(undefined)
      : isForm
        ? fc.oneof({ weight: 8, arbitrary: forms }, { weight: 1, arbitrary: wildValue.map(toJson) })
        : generateJsonBody(content["application/json"]?.schema ?? { type: "object" }, known);
  const methods = fc.oneof(
    { weight: 40, arbitrary: fc.constant(method) },
    { weight: 1, arbitrary: fc.constantFrom("PATCH", "OPTIONS") },
  );
  const parts = fc.tuple(
    generatePath(described, known),
    generateQuery(described, known),
    body,
    methods,
    contentTypes,
    otherHeaders,
  );
  return parts.map(([path, query, body, requestMethod, type, headers]) => {
    const isText = typeof body === "string";
    const allHeaders = isText && type ? { "content-type": type, ...headers } : headers;
    // A text is sent as bytes, because fetch would add a content type to a string.
    const sent = isText ? new TextEncoder().encode(body) : body;
    const init = { method: requestMethod, headers: allHeaders, ...(sent === undefined ? {} : { body: sent }) };
    return { described, path: method === "GET" ? path + query : path, init };
  });
}
