import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { openApiDocument } from "#platform/http/openapi.server.ts";
import { exampleOf, fieldRows, typeLabel } from "./api-docs-schema.server.ts";
import { apiDocsPage } from "./api-docs.server.ts";

const login = endpoint({
  summary: "Log in <b>",
  session: "optional",
  body: z.object({ email: z.email(), password: z.string().min(8).max(72) }),
  reply: z.object({ token: z.string() }),
  handle: () => ({ token: "t" }),
});
const buy = endpoint({
  summary: "Buy",
  session: "required",
  errors: { 409: "Sold out." },
  body: z.object({
    items: z.array(z.object({ course_id: z.int().min(1), qty: z.int().min(1).max(99) })),
    note: z.string().nullable().optional(),
    kind: z.enum(["a", "b"]),
  }),
  reply: z.object({ order: z.object({ id: z.int(), total: z.string() }) }),
  handle: () => ({ order: { id: 1, total: "1.00" } }),
});

it("shows every path with fields, answers, errors and an example, and runs nothing", async () => {
  const response = apiDocsPage(await openApiDocument({ "/api/login": login, "/api/buy": buy }, "https://nama.example"));
  const html = await response.text();
  expect(html).toContain('<h2 id="api-buy"><span class="method">POST</span> <code>/api/buy</code></h2>');
  expect(html).toContain("<code>items<wbr>[]<wbr>.course<wbr>_id</code>");
  expect(html).toContain("<dt>409</dt><dd>Sold out.</dd>");
  expect(html).toContain("Session required");
  expect(html).toContain("curl https://nama.example/api/login");
  expect(html).toContain("Log in &lt;b&gt;");
  expect(html.match(/<dt>415<\/dt>/g), "common errors stand once").toHaveLength(1);
  expect(html).not.toMatch(/<script| style=|https?:\/\/(?!nama\.example)/);
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  expect(response.headers.get("content-security-policy")).toContain(
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  );
});

it("reads fields inside lists and objects, choices, nulls and limits", () => {
  const schema = {
    type: "object",
    required: ["list"],
    properties: {
      list: { type: "array", items: { $ref: "#/components/schemas/Item" } },
      word: { type: ["string", "null"], maxLength: 5 },
      kind: { enum: ["a", "b"] },
      map: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    },
  };
  const schemas = { Item: { type: "object", properties: { id: { type: "integer", minimum: 1 } } } };
  expect(fieldRows(schema, schemas)).toEqual([
    { name: "list", type: "list of objects", required: true, notes: [] },
    { name: "list[].id", type: "integer", required: false, notes: ["at least 1"] },
    { name: "word", type: "string or null", required: false, notes: ["at most 5 characters"] },
    { name: "kind", type: '"a" or "b"', required: false, notes: [] },
    { name: "map", type: "object of list of strings", required: false, notes: [] },
  ]);
  expect(exampleOf(schema, schemas)).toEqual({ list: [{ id: 1 }], word: "text", kind: "a", map: {} });
  expect(typeLabel({ anyOf: [{ type: "number" }, { type: "null" }] }, {})).toBe("number or null");
});

it("survives a schema that refers to itself", () => {
  const schemas = {
    Tree: { type: "object", properties: { children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } } },
  };
  expect(fieldRows({ $ref: "#/components/schemas/Tree" }, schemas).length).toBeLessThan(20);
  expect(JSON.stringify(exampleOf({ $ref: "#/components/schemas/Tree" }, schemas)).length).toBeLessThan(500);
});
