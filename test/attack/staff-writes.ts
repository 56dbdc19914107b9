/** Writes scripts into every text that staff can write, over HTTP as a signed-in member of the staff. */
import { staffTriedCodes } from "#features/staff/tables.server.ts";
import type { TestDatabase } from "../open-database.ts";
import type { TestSite } from "../site.ts";
import { scriptLine, scriptMarkup } from "./corpus.ts";

type Json = Record<string, unknown>;
export interface StaffClient {
  /** Calls an endpoint: `call("POST runs", body)`. Rejects when the status is 300 or above. */
  call(name: string, body?: object): Promise<Json>;
  /** Confirms the second factor again. */
  confirm(): Promise<void>;
  /** Gets a path and resolves with the response, whatever its status is. */
  fetch(path: string): Promise<Response>;
  /** The present cookies as a header. */
  cookie: string;
  /** The fields that were written with an attack, such as `POST runs .venue_eng`. */
  written: Set<string>;
}

const findAttackPaths = (value: unknown, path = ""): string[] => {
  if (typeof value === "string") return value.includes("hacked()") ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item) => findAttackPaths(item, `${path}[]`));
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, item]) => findAttackPaths(item, `${path}.${key}`))
    : [];
};

/** Signs in to the staff API with the demo account of a role. */
export async function openStaffClient(site: TestSite, database: TestDatabase, role: string): Promise<StaffClient> {
  const api = `${site.url}/api/staff/`;
  const cookies = new Map<string, string>();
  const written = new Set<string>();
  const toCookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const send = async (method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const response = await fetch(api + path, {
      method,
      headers: {
        cookie: toCookieHeader(),
        origin: site.url,
        ...(isForm || method === "GET" ? {} : { "content-type": "application/json" }),
      },
      ...(method === "GET" ? {} : { body: isForm ? body : JSON.stringify(body ?? {}) }),
    });
    for (const header of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const call = async (name: string, body?: object): Promise<Json> => {
    const [method = "", path = ""] = name.split(" ");
    const response = await send(method, path, body);
    const answer = (await response.json().catch(() => ({}))) as Json;
    if (response.status >= 300) throw new Error(`${name} answered ${response.status}: ${JSON.stringify(answer)}`);
    // An id has a digit or a colon, but the random id of a person may be letters alone.
    const route = path.replace(/\/[^/]*(?:\d|:|[a-zA-Z]{20})[^/]*(?=\/|$)/, "/:id");
    for (const field of findAttackPaths(body)) written.add(`${method} ${route} ${field}`);
    return answer;
  };
  const fetchDemoAccount = async () => {
    await database.db.delete(staffTriedCodes);
    const accounts = (await (await fetch(`${api}demo-accounts`)).json()) as { data: Record<string, string>[] };
    return accounts.data.find((account) => account["role"] === role) ?? {};
  };
  const { email, password, code } = await fetchDemoAccount();
  await call("POST sign-in", { email, password });
  await call("POST sign-in/code", { code });
  return {
    call,
    confirm: async () => void (await call("POST confirm", { code: (await fetchDemoAccount())["code"] })),
    fetch: (path) => send("GET", path),
    get cookie() {
      return toCookieHeader();
    },
    written,
  };
}

const iban = "SA0380000000608010167519";

/** Keys whose values are addresses, choices, file names or numbers, not texts for readers. */
const skippedKeys =
  /^(?:slug|image|share_image|link|category|group|type|key|email|url|network|phone|replyTo|iban|vatNumber|registrationNumber|messageSet|updated_on|dataProtectionEmail|currencySymbol|mode|buildingNumber|additionalNumber|postalCode|shortAddress)$/;

/** Replaces every text in the data by an attack: HTML by `scriptMarkup`, other texts by `scriptLine`. */
function replaceTexts(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, key));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceTexts(item, name)]));
  if (typeof value !== "string" || skippedKeys.test(key)) return value;
  return /^<\w/.test(value) || key.startsWith("contactInfo") ? scriptMarkup : scriptLine;
}

/** Cuts the labels at both ends of each question's scale to the maximum length that the site accepts. */
const shortenScaleLabels = (questions: Json[]): Json[] =>
  questions.map((question) =>
    Object.fromEntries(
      Object.entries(question).map(([name, text]) => [
        name,
        /^(?:low|high)/.test(name) ? String(text).slice(0, 30) : text,
      ]),
    ),
  );

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

function listTextFields(schema: Schema, path = ""): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (parts.length > 0) return parts.flatMap((part) => listTextFields(part, path));
  if (schema.type === "object")
    return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      listTextFields(property, `${path}.${name}`),
    );
  if (schema.type === "array") return listTextFields(schema.items ?? {}, `${path}[]`);
  // The schema of a text that may be null has two types.
  const isText =
    [schema.type].flat().includes("string") &&
    !schema.enum &&
    schema.const === undefined &&
    !schema.format &&
    !schema.pattern;
  return isText ? [path] : [];
}

interface ApiDescription {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
}

/**
 * Lists every field of the staff API that takes free text, such as `POST runs .venue_eng`, from the API's OpenAPI
 * description.
 */
export async function staffTextFields(client: StaffClient): Promise<string[]> {
  const { paths } = (await (await client.fetch("openapi.json")).json()) as ApiDescription;
  const fields = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const name = `${method.toUpperCase()} ${path.replace("/api/staff/", "").replace("{id}", ":id")}`;
      const schema = requestBody?.content["application/json"]?.schema;
      return schema ? listTextFields(schema).map((field) => `${name} ${field}`) : [];
    }),
  );
  return [...new Set(fields)].toSorted();
}

/** Writes an attack into every text of every kind of content and setting. */
export async function attackContent(owner: StaffClient): Promise<void> {
  for (const entity of ["course", "news", "page", "faq", "banner", "team", "trainer", "module", "page-meta"]) {
    const { data } = (await owner.call(`GET content?per_page=3&entity=${entity}`)) as { data: { id: string }[] };
    for (const { id } of data) {
      const path = `content/${encodeURIComponent(id)}`;
      const item = await owner.call(`GET ${path}`);
      const change = { data: replaceTexts(item["data"]), version: item["version"], note: scriptLine };
      const saved = await owner.call(`PUT ${path}`, change);
      await owner.call(`POST revisions/${String(saved["revisionId"])}/publish`, { version: saved["version"] });
      await owner.call(`POST ${path}/apart`, { data: change.data, note: scriptLine });
    }
  }
  await owner.call("POST content", { entity: "faq", data: {}, note: scriptLine });
  const { data } = (await owner.call("GET settings")) as { data: { id: string; data: Json; version: number }[] };
  for (const { id, data: values, version } of data)
    await owner.call(`PUT settings/${id}`, {
      // These settings must stay valid: later tests need approval for the first refund and an account for transfers,
      // the accountant needs a language, and the labels of a scale are limited.
      data: {
        ...(replaceTexts(values) as Json),
        ...(id === "feedback" && { questions: shortenScaleLabels(replaceTexts(values["questions"]) as Json[]) }),
        ...(id === "refunds" && { onePerson: "0.00" }),
        ...(id === "transfers" && { iban, groupFrom: "5000.00" }),
        ...(id === "accountant" && { locale: "en" }),
      },
      version,
    });
}
