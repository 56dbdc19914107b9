import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextLoop } from "node:timers/promises";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import Negotiator from "negotiator";
import { QueueFull, boundedLimit, type BoundedLimit } from "../bounded-limit.ts";

const ours = ["br", "gzip", "identity"] as const;
type Encoding = (typeof ours)[number];

/** The library's types are those of version 0. */
interface Preferring {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

const known = new LRUCache<string, Encoding>({ max: 200 });

/**
 * The encoding that suits an `Accept-Encoding` header best, ours first where several suit equally (RFC 9110, 12.5.3).
 * `identity` also for clients that accept nothing we have: the page is of more use than an error.
 */
export function preferredEncoding(header: string | undefined): Encoding {
  if (!header) return "identity";
  const before = known.get(header);
  if (before) return before;
  const negotiator: Preferring = new Negotiator({ headers: { "accept-encoding": header } });
  const [best] = negotiator.encodings([...ours], { preferred: ["br", "gzip"] });
  const encoding = ours.find((name) => name === best) ?? "identity";
  if (header.length <= 300) known.set(header, encoding);
  return encoding;
}

const brotli = promisify(brotliCompress);
const small = (body: Buffer, quality: number) =>
  brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
const zip = promisify(gzip);

export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
  /** A status other than 200 never is. */
  isCacheable: boolean;
}

/** Called again for the same address once its entry is stale. */
export type RenderPage = () => Promise<RenderedPage>;

export interface CachedResponse {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer;
}

interface Entry {
  etag: string;
  /** In milliseconds; stale from then on. */
  expires: number;
  variants: Record<Encoding, CachedResponse>;
  make: RenderPage;
  isPlain: boolean;
}

export interface PageCacheOptions {
  addressOf?: (url: string) => string;
  /** Pages held at most; the least recently used is evicted first. */
  limit?: number;
  /** Freshness: for engines without NOTIFY, and for pages about dates. */
  lifeSeconds?: number;
  /** How long after that it is served stale while, or because, it cannot be rendered again. */
  staleSeconds?: number;
  /** How long it may still be served when it can't be rendered again, marked by `cache-status`. */
  staleOnFailureSeconds?: number;
  /** Concurrent renders, and renders that may queue. */
  atOnce?: number;
  maxQueued?: number;
  /** Called when a stale page could not be rendered again; the next request tries again. */
  onFailure?: (error: unknown) => void;
}

/** Longer addresses are not requested twice. */
const longestKey = 300;
const maxBytes = 64 * 1024 * 1024;

/**
 * Whole public pages, compressed, with their headers. A miss is rendered once for all concurrent requests of its
 * address, and few pages at a time, so that cached pages never wait.
 */
export class PageCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #flights = new Map<string, Promise<Entry | RenderedPage>>();
  readonly #addressOf: (url: string) => string;
  readonly #lifeMs: number;
  readonly #staleMs: number;
  readonly #staleOnFailureMs: number;
  readonly #inTurn: BoundedLimit;
  readonly #plainInTurn: BoundedLimit;
  readonly #onFailure: (error: unknown) => void;
  #generation = 0;

  constructor({
    addressOf = (url) => url,
    limit = 600,
    lifeSeconds = 60,
    staleSeconds = 300,
    staleOnFailureSeconds = 24 * 3600,
    atOnce = 2,
    maxQueued: maxWaiting = 64,
    onFailure = () => {},
  }: PageCacheOptions = {}) {
    const getEntrySize = ({ variants }: Entry) =>
      variants.identity.body.length + variants.br.body.length + variants.gzip.body.length + 1;
    this.#entries = new LRUCache<string, Entry>({ max: limit, maxSize: maxBytes, sizeCalculation: getEntrySize });
    this.#addressOf = addressOf;
    this.#lifeMs = lifeSeconds * 1000;
    this.#staleMs = staleSeconds * 1000;
    this.#staleOnFailureMs = staleOnFailureSeconds * 1000;
    this.#inTurn = boundedLimit(atOnce, maxWaiting);
    this.#plainInTurn = pLimit(atOnce);
    this.#onFailure = onFailure;
  }

  /** True when it answered from the cache; false when the page has to be rendered. */
  tryCached(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const key = this.#addressOf(request.url ?? "/");
    const entry = this.#usable(key);
    if (!entry) return false;
    const { headers, body } = entry.variants[preferredEncoding(request.headers["accept-encoding"])];
    if (request.headers["if-none-match"]?.includes(entry.etag)) {
      const { "content-length": _length, "content-encoding": _encoding, ...rest } = headers;
      response.writeHead(304, rest).end();
      return true;
    }
    response.writeHead(200, headers);
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  }

  /**
   * The answer at an address (as `addressOf` gives it) in the encoding that suits `accepted`. `isPlain` pages, of which
   * there are few, have slots of their own. Rejects with QueueFull.
   */
  async answer(
    key: string,
    make: RenderPage,
    { accepted, isPlain = false }: { accepted?: string | undefined; isPlain?: boolean } = {},
  ): Promise<CachedResponse> {
    const result = this.#usable(key) ?? (await this.#make(key, make, isPlain));
    if ("variants" in result) return result.variants[preferredEncoding(accepted)];
    const stale = result.status >= 500 ? this.#entries.get(key) : undefined;
    if (stale && Date.now() - stale.expires < this.#staleOnFailureMs) {
      const { headers, ...rest } = stale.variants[preferredEncoding(accepted)];
      return { ...rest, headers: { ...headers, "cache-status": `page-cache; hit; fwd-status=${result.status}` } };
    }
    return { status: result.status, headers: result.headers, body: Buffer.from(result.body) };
  }

  /** A fresh entry, or a stale one that is rendered again meanwhile. */
  #usable(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const age = Date.now() - entry.expires;
    if (age < 0) return entry;
    if (age >= this.#staleMs) return undefined;
    this.#make(key, entry.make, entry.isPlain).catch((error: unknown) => {
      // A full queue leaves the stale page, which is no failure.
      if (!(error instanceof QueueFull)) this.#onFailure(error);
    });
    return entry;
  }

  /** Renders a page, or joins the render under way. */
  #make(key: string, make: RenderPage, isPlain: boolean): Promise<Entry | RenderedPage> {
    const underWay = this.#flights.get(key);
    if (underWay) return underWay;
    const generation = this.#generation;
    const work = async () => {
      // Yields to the event loop between renders, so that requests for cached pages are answered.
      await nextLoop();
      const made = await make();
      return this.#keep(key, made, { make, isPlain, generation });
    };
    const flight = (isPlain ? this.#plainInTurn : this.#inTurn)(work).finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    this.#flights.set(key, flight);
    return flight;
  }

  /** Caches the page unless a purge came since `generation`. */
  async #keep(
    key: string,
    made: RenderedPage,
    { make, isPlain, generation }: Pick<Entry, "make" | "isPlain"> & { generation: number },
  ): Promise<Entry | RenderedPage> {
    if (!made.isCacheable || made.status !== 200 || key.length > longestKey) {
      // A page that is gone is evicted; one that failed leaves the stale entry.
      if (made.status < 500 && generation === this.#generation) this.#entries.delete(key);
      return made;
    }
    const identity = Buffer.from(made.body);
    const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 20)}"`;
    const before = this.#entries.peek(key);
    const isSame = before?.etag === etag;
    // Brotli 11 takes a tenth of a second of another thread: only for pages of which there are few, once for each body.
    const [br, gz] = isSame
      ? [before.variants.br.body, before.variants.gzip.body]
      : await Promise.all([small(identity, isPlain ? 11 : 7), zip(identity)]);
    const variant = (body: Buffer, encoding?: string): CachedResponse => ({
      status: 200,
      body,
      headers: {
        ...made.headers,
        etag,
        vary: "accept-encoding",
        "content-length": body.length,
        ...(encoding ? { "content-encoding": encoding } : {}),
      },
    });
    const variants = { br: variant(br, "br"), gzip: variant(gz, "gzip"), identity: variant(identity) };
    const entry = { etag, expires: Date.now() + this.#lifeMs, variants, make, isPlain };
    if (generation === this.#generation) this.#entries.set(key, entry);
    return entry;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Called when content changes, in every process. */
  purge(): void {
    this.#generation += 1;
    this.#entries.clear();
    // A render under way is stale now: later requests start a new one.
    this.#flights.clear();
  }

  /**
   * Called when content may have changed: each page is rendered before it is sent again, and what is here is sent only
   * when that fails.
   */
  expire(): void {
    this.#generation += 1;
    this.#flights.clear();
    const longAgo = Date.now() - this.#staleMs;
    for (const entry of this.#entries.values()) entry.expires = Math.min(entry.expires, longAgo);
  }
}
