/** Script in everything that staff can write, written as the portal does: over HTTP, signed in. */
import { staffTriedCodes } from "#features/staff/tables.server.ts";
import type { TestDatabase } from "../open-database.ts";
import type { TestSite } from "../site.ts";
import { scriptLine, scriptMarkup } from "./corpus.ts";

type Json = Record<string, unknown>;
export interface StaffHand {
  /** `call("POST runs", body)`; throws for what is not answered with a status below 300, naming it. */
  call(name: string, body?: object): Promise<Json>;
  /** Proves the second factor again. */
  confirm(): Promise<void>;
  /** The answer as it is. */
  fetch(path: string): Promise<Response>;
  /** What the browser keeps. */
  cookie: string;
  /** What was written, `POST runs .venue_eng`. */
  written: Set<string>;
}

const findAttackPaths = (value: unknown, path = ""): string[] => {
  if (typeof value === "string") return value.includes("hacked()") ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((one) => findAttackPaths(one, `${path}[]`));
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, one]) => findAttackPaths(one, `${path}.${key}`))
    : [];
};

/** Someone of the staff in front of the API: the demo's account of a role. */
export async function staffHand(site: TestSite, database: TestDatabase, role: string): Promise<StaffHand> {
  const api = `${site.url}/api/staff/`;
  const cookies = new Map<string, string>();
  const written = new Set<string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const send = async (method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const response = await fetch(api + path, {
      method,
      headers: {
        cookie: cookie(),
        origin: site.url,
        ...(isForm || method === "GET" ? {} : { "content-type": "application/json" }),
      },
      ...(method === "GET" ? {} : { body: isForm ? body : JSON.stringify(body ?? {}) }),
    });
    for (const one of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const call = async (name: string, body?: object): Promise<Json> => {
    const [method = "", path = ""] = name.split(" ");
    const response = await send(method, path, body);
    const answer = (await response.json().catch(() => ({}))) as Json;
    if (response.status >= 300) throw new Error(`${name} answered ${response.status}: ${JSON.stringify(answer)}`);
    const route = path.replace(/\/[^/]*(?:\d|:)[^/]*(?=\/|$)/, "/:id");
    for (const field of findAttackPaths(body)) written.add(`${method} ${route} ${field}`);
    return answer;
  };
  const account = async () => {
    await database.db.delete(staffTriedCodes);
    const accounts = (await (await fetch(`${api}demo-accounts`)).json()) as { data: Record<string, string>[] };
    return accounts.data.find((one) => one["role"] === role) ?? {};
  };
  const { email, password, code } = await account();
  await call("POST sign-in", { email, password });
  await call("POST sign-in/code", { code });
  return {
    call,
    confirm: async () => void (await call("POST confirm", { code: (await account())["code"] })),
    fetch: (path) => send("GET", path),
    get cookie() {
      return cookie();
    },
    written,
  };
}

const iban = "SA0380000000608010167519";

/** Keys whose text is no text people read: addresses, choices, names of files, numbers. */
const skippedKeys =
  /^(?:slug|image|share_image|link|category|group|type|key|email|url|network|phone|replyTo|iban|vatNumber|registrationNumber|messageSet|updated_on|dataProtectionEmail|currencySymbol|mode|buildingNumber|additionalNumber|postalCode|shortAddress)$/;

/** The same data with an attack in every text: markup where there was markup, else a line. */
function spoiled(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => spoiled(one, key));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoiled(one, name)]));
  if (typeof value !== "string" || skippedKeys.test(key)) return value;
  return /^<\w/.test(value) || key.startsWith("contactInfo") ? scriptMarkup : scriptLine;
}

/** Questions whose ends of a scale are as long as they may be. */
const shortEnds = (questions: Json[]): Json[] =>
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
    return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => listTextFields(one, `${path}.${name}`));
  if (schema.type === "array") return listTextFields(schema.items ?? {}, `${path}[]`);
  // A text that may be null is described by two types.
  const isText =
    [schema.type].flat().includes("string") &&
    !schema.enum &&
    schema.const === undefined &&
    !schema.format &&
    !schema.pattern;
  return isText ? [path] : [];
}

interface Described {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
}

/**
 * Every field of the staff's API that takes a text of one's own, `POST runs .venue_eng`, as the API describes itself.
 */
export async function staffTextFields(hand: StaffHand): Promise<string[]> {
  const { paths } = (await (await hand.fetch("openapi.json")).json()) as Described;
  const fields = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const name = `${method.toUpperCase()} ${path.replace("/api/staff/", "").replace("{id}", ":id")}`;
      const schema = requestBody?.content["application/json"]?.schema;
      return schema ? listTextFields(schema).map((field) => `${name} ${field}`) : [];
    }),
  );
  return [...new Set(fields)].toSorted();
}

/** Writes, as their owner and another colleague, an attack into every text of every kind of content and setting. */
export async function spoilContent(owner: StaffHand): Promise<void> {
  for (const entity of ["course", "news", "page", "faq", "banner", "team", "trainer", "module", "page-meta"]) {
    const { data } = (await owner.call(`GET content?per_page=3&entity=${entity}`)) as { data: { id: string }[] };
    for (const { id } of data) {
      const path = `content/${encodeURIComponent(id)}`;
      const item = await owner.call(`GET ${path}`);
      const change = { data: spoiled(item["data"]), version: item["version"], note: scriptLine };
      const saved = await owner.call(`PUT ${path}`, change);
      await owner.call(`POST revisions/${String(saved["revision_id"])}/publish`, { version: saved["version"] });
      await owner.call(`POST ${path}/apart`, { data: change.data, note: scriptLine });
    }
  }
  await owner.call("POST content", { entity: "faq", data: {}, note: scriptLine });
  const { data } = (await owner.call("GET settings")) as { data: { id: string; data: Json; version: number }[] };
  for (const { id, data: values, version } of data)
    await owner.call(`PUT settings/${id}`, {
      // The first refund wants a second person; a transfer needs an account; a letter goes in one of two languages; the
      // ends of a scale are short.
      data: {
        ...(spoiled(values) as Json),
        ...(id === "feedback" && { questions: shortEnds(spoiled(values["questions"]) as Json[]) }),
        ...(id === "refunds" && { onePerson: "0.00" }),
        ...(id === "transfers" && { iban, groupFrom: "5000.00" }),
        ...(id === "accountant" && { locale: "en" }),
      },
      version,
    });
}
