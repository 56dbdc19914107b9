import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";
import { turns } from "../turns.ts";

const brotli = promisify(brotliCompress);
const small = (body: Buffer, quality: number) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
/** A page at a time: the smallest form costs a tenth of a second of another thread. */
const inTurn = turns(1);
const zip = promisify(gzip);

interface Variant {
  body: Buffer;
  headers: Record<string, string | number>;
}
interface Entry {
  etag: string;
  expires: number;
  variants: Variants;
  /** As small as it gets, or on the way there. */
  isSmallest: boolean;
}
type Variants = Record<"br" | "gzip" | "identity", Variant>;

const accepted = (variants: Variants, encodings = ""): Variant => (encodings.includes("br") ? variants.br : encodings.includes("gzip") ? variants.gzip : variants.identity);

/** Query keys that change what a page says; any other key is ignored by the cache key and never cached. */
const allowedKeys = ["page", "q", "from", "to", "run", "search"];

/** The cache key of an address: path and allowed query keys in order; null when the page must not be cached. */
export function cacheKey(url: string): string | null {
  if (url.length > 300) return null;
  const mark = url.indexOf("?");
  if (mark < 0) return url;
  const query = new URLSearchParams(url.slice(mark + 1));
  const kept: string[] = [];
  for (const key of query.keys()) if (!allowedKeys.includes(key) || query.getAll(key).length > 1) return null;
  for (const key of allowedKeys) if (query.has(key)) kept.push(`${key}=${encodeURIComponent(query.get(key) ?? "")}`);
  return kept.length ? `${url.slice(0, mark)}?${kept.join("&")}` : url.slice(0, mark);
}

/** Whole pages, the same for everybody, held pre-compressed with their headers. */
export class PageCache {
  readonly #entries = new Map<string, Entry>();
  readonly #limit: number;
  readonly #lifeMs: number;
  #generation = 0;

  /** At most `limit` pages, each for at most `lifeSeconds` (for engines without NOTIFY, and for pages about dates). */
  constructor(limit = 600, lifeSeconds = 60) {
    this.#limit = limit;
    this.#lifeMs = lifeSeconds * 1000;
  }

  /** Answers from the cache and says so; false when the page has to be made. */
  tryCached(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    if (request.headers.authorization) return false;
    const key = cacheKey(request.url ?? "/");
    const entry = key === null ? undefined : this.#entries.get(key);
    if (key === null || !entry || entry.expires < Date.now()) return false;
    this.#makeSmallest(key, entry);
    const variant = accepted(entry.variants, request.headers["accept-encoding"]);
    if (request.headers["if-none-match"]?.includes(entry.etag)) {
      const { "content-length": _length, "content-encoding": _encoding, ...headers } = variant.headers;
      response.writeHead(304, headers).end();
      return true;
    }
    response.writeHead(200, variant.headers);
    response.end(request.method === "HEAD" ? undefined : variant.body);
    return true;
  }

  /** Keeps a page made for an anonymous GET; call with the generation read before it was made, so that a purge in between wins. Resolves with the page as `encodings` take it, or null when it is not one to keep. */
  async keep(url: string, body: string, headers: Record<string, string>, generation: number, encodings?: string): Promise<Variant | null> {
    const key = cacheKey(url);
    if (key === null) return null;
    const identity = Buffer.from(body);
    const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 20)}"`;
    const before = this.#entries.get(key);
    const isSame = before?.etag === etag;
    const [br, gz] = isSame ? [before.variants.br.body, before.variants.gzip.body] : await Promise.all([small(identity, 7), zip(identity)]);
    const variant = (encoded: Buffer, encoding?: string): Variant => ({
      body: encoded,
      headers: { ...headers, etag, vary: "accept-encoding", "content-length": encoded.length, ...(encoding ? { "content-encoding": encoding } : {}) },
    });
    const variants = { br: variant(br, "br"), gzip: variant(gz, "gzip"), identity: variant(identity) };
    if (generation !== this.#generation) return accepted(variants, encodings);
    if (this.#entries.size >= this.#limit) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    this.#entries.delete(key);
    this.#entries.set(key, { etag, expires: Date.now() + this.#lifeMs, variants, isSmallest: isSame && before.isSmallest });
    return accepted(variants, encodings);
  }

  /**
   * A page that is asked for again is worth a tenth less: below 14 kB with its headers it comes in the first round trip of a connection. Not with
   * a query, of which there are as many as somebody likes to ask for.
   */
  #makeSmallest(key: string, entry: Entry): void {
    if (entry.isSmallest || key.includes("?")) return;
    entry.isSmallest = true;
    const { etag, variants } = entry;
    void inTurn(async () => {
      const body = await small(variants.identity.body, 11);
      const kept = this.#entries.get(key);
      if (kept?.etag === etag && body.length < kept.variants.br.body.length) kept.variants.br = { body, headers: { ...kept.variants.br.headers, "content-length": body.length } };
    });
  }

  get generation(): number {
    return this.#generation;
  }
  get size(): number {
    return this.#entries.size;
  }

  /** Forgets every page; called when content changes, in every process. */
  purge(): void {
    this.#generation += 1;
    this.#entries.clear();
  }
}
