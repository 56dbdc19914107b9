import { escapeHtml as text, renderStandalonePage } from "#platform/http/standalone-page.server.ts";
import { exampleOf, fieldRows, typeLabel, type Schema, type Schemas } from "./api-docs-schema.server.ts";
import { apiDocsStyle } from "./api-docs-style.server.ts";

interface Content {
  content?: { "application/json"?: { schema?: Schema } };
}
interface Operation {
  summary?: string;
  description?: string;
  security?: Record<string, unknown>[];
  requestBody?: Content;
  responses?: Record<string, Content & { description?: string }>;
}
interface Document {
  info: { title: string; version: string; description?: string };
  servers?: { url: string }[];
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Schemas };
}
interface Entry {
  id: string;
  method: string;
  path: string;
  operation: Operation;
}

/** The OpenAPI 3.1 document as static HTML without scripts. */
export function apiDocsPage(given: object): Response {
  const document = given as Document;
  const { info } = document;
  const entries = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: path.replaceAll(/[^a-z0-9]+/gi, "-").replaceAll(/^-|-$/g, ""),
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const shared = sharedErrors(entries);
  const links = entries
    .map(
      ({ id, path, operation }) =>
        `<li><a href="#${id}"><code>${text(path)}</code><span>${text(operation.summary ?? "")}</span></a></li>`,
    )
    .join("");
  const body = `<a class="skip" href="#main">Skip to the content</a>
<header><div><p>${text(info.title)} <span>${text(info.version)}</span></p><a href="/api/openapi.json">OpenAPI 3.1 document</a></div></header>
<div class="page"><nav aria-label="Paths"><details open><summary>Paths</summary><ol><li><a href="#main"><span>Introduction</span></a></li>${links}</ol></details></nav>
<main id="main"><h1>${text(info.title)}</h1>${introduction(document, shared)}${entries.map((entry) => article(entry, document, shared)).join("")}</main></div>`;
  return renderStandalonePage({
    lang: "en",
    title: info.title,
    style: apiDocsStyle,
    body,
    headers: { "cache-control": "public, max-age=300" },
  });
}

function sharedErrors(entries: Entry[]): Map<string, string> {
  const [first, ...others] = entries.map(({ operation }) => operation.responses ?? {});
  const all = Object.entries(first ?? {}).filter(
    ([status, { description }]) =>
      Number(status) >= 400 && others.every((responses) => responses[status]?.description === description),
  );
  return new Map(all.map(([status, { description }]) => [status, description ?? ""]));
}

function introduction({ info, servers }: Document, shared: Map<string, string>): string {
  const server = servers?.[0]?.url;
  return `<p class="lead">${prose(info.description ?? "")}</p>${server ? `<p>Server: <code>${text(server)}</code></p>` : ""}
<p>A session is the token of <code>/api/login</code>, sent as <code>Authorization: Bearer …</code>.</p>${errorList("Refusals of every path", "h2", [...shared])}`;
}

function article({ id, method, path, operation }: Entry, document: Document, shared: Map<string, string>): string {
  const schemas = document.components?.schemas ?? {};
  const needsSession =
    (operation.security ?? []).length > 0 && !operation.security?.some((way) => Object.keys(way).length === 0);
  const request = operation.requestBody?.content?.["application/json"]?.schema;
  const answer = operation.responses?.["200"]?.content?.["application/json"]?.schema;
  const errors = Object.entries(operation.responses ?? {})
    .filter(([status]) => Number(status) >= 400 && !shared.has(status))
    .map(([status, { description }]): [string, string] => [status, description ?? ""]);
  return `<article aria-labelledby="${id}"><h2 id="${id}"><span class="method">${method}</span> <code>${text(path)}</code></h2>
<p class="summary">${prose(operation.summary ?? "")} <span class="${needsSession ? "chip must" : "chip"}">${needsSession ? "Session required" : "Session optional"}</span></p>${operation.description ? `<p>${prose(operation.description)}</p>` : ""}
${fieldTable("Request", request, schemas, true)}${fieldTable("Answer 200", answer, schemas, false)}${errorList("Refusals of its own", "h3", errors)}
<h3>Example</h3><pre tabindex="0" aria-label="Example request">${text(curl(path, document, exampleOf(request, schemas), needsSession))}</pre></article>`;
}

function fieldTable(caption: string, schema: Schema | undefined, schemas: Schemas, showRequired: boolean): string {
  const rows = fieldRows(schema, schemas);
  if (rows.length === 0)
    return `<h3>${caption}</h3><p>${schema && typeLabel(schema, schemas) !== "object" ? text(typeLabel(schema, schemas)) : showRequired ? "No fields: send <code>{}</code>." : "An object."}</p>`;
  const cells = rows.map(({ name, type, required, notes }) => {
    const need = showRequired ? `<td data-label="Needed">${required ? "required" : "optional"}</td>` : "";
    return `<tr><th scope="row"><code>${text(name).replaceAll(/[._[]/g, "<wbr>$&")}</code></th><td data-label="Type">${text(type)}</td>${need}<td data-label="Notes"${notes.length ? "" : ' class="none"'}>${prose(notes.join("; "))}</td></tr>`;
  });
  return `<table><caption>${caption}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th>${showRequired ? '<th scope="col">Needed</th>' : ""}<th scope="col">Notes</th></tr></thead><tbody>${cells.join("")}</tbody></table>`;
}

function errorList(title: string, heading: "h2" | "h3", errors: [string, string][]): string {
  if (errors.length === 0) return "";
  return `<${heading}>${title}</${heading}><dl>${errors.map(([status, description]) => `<div><dt>${text(status)}</dt><dd>${prose(description)}</dd></div>`).join("")}</dl>`;
}

function curl(path: string, { servers }: Document, body: unknown, needsSession: boolean): string {
  const quoted = JSON.stringify(body ?? {}, null, 2).replaceAll("'", "'\\''");
  return [
    `curl ${servers?.[0]?.url ?? ""}${path} \\`,
    ...(needsSession ? ['  -H "Authorization: Bearer $TOKEN" \\'] : []),
    '  -H "Content-Type: application/json" \\',
    `  -d '${quoted}'`,
  ].join("\n");
}

function prose(words: string): string {
  return text(words).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
