import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import Negotiator from "negotiator";
import { QueueFull, limitConcurrency, type ConcurrencyLimit } from "../bounded-limit.ts";

const supportedEncodings = ["br", "gzip", "identity"] as const;
type Encoding = (typeof supportedEncodings)[number];

/** Missing in the library's types, which describe version 0. */
interface PreferringNegotiator {
  encodings(available: string[], options: { preferred: string[] }): string[];
}

const encodingByHeader = new LRUCache<string, Encoding>({ max: 200 });

/**
 * Returns the best encoding for an `Accept-Encoding` header; between equals, our preference decides (RFC 9110, 12.5.3).
 * A client that accepts none of ours gets `identity`, because a page is more useful than an error.
 */
export function preferredEncoding(header: string | undefined): Encoding {
  if (!header) return "identity";
  const knownEncoding = encodingByHeader.get(header);
  if (knownEncoding) return knownEncoding;
  const negotiator: PreferringNegotiator = new Negotiator({ headers: { "accept-encoding": header } });
  const [best] = negotiator.encodings([...supportedEncodings], { preferred: ["br", "gzip"] });
  const encoding = supportedEncodings.find((name) => name === best) ?? "identity";
  if (header.length <= 300) encodingByHeader.set(header, encoding);
  return encoding;
}

const brotli = promisify(brotliCompress);
const compressBrotli = (body: Buffer, quality: number) =>
  brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
const compressGzip = promisify(gzip);

export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Ignored for a status other than 200, which is never cached. */
  isCacheable: boolean;
}

/** Renders a page. Called again for the same address once its entry is stale. */
export type RenderPage = () => Promise<RenderedPage>;

export interface CachedResponse {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer;
}

interface Entry {
  etag: string;
  /** When the entry becomes stale, in milliseconds since 1970. */
  expires: number;
  variants: Record<Encoding, CachedResponse>;
  renderPage: RenderPage;
  hasFixedAddress: boolean;
}

export interface PageCacheOptions {
  addressOf?: (url: string) => string;
  /** Maximum number of pages; the least recently used is evicted first. */
  limit?: number;
  /**
   * How long a page is fresh. Short, because a database without NOTIFY cannot purge the cache, and some pages depend on
   * the date.
   */
  lifeSeconds?: number;
  /** How long after that it is still served while it is re-rendered, even if that fails. */
  staleSeconds?: number;
  /** How long it may be served in place of a server error, marked by the header `cache-status`. */
  staleOnFailureSeconds?: number;
  /** Maximum concurrent renders: of pages with a fixed address, and as many of the others. */
  maxRunning?: number;
  /** Maximum renders that wait, of pages without a fixed address. The others are few, and wait without limit. */
  maxQueued?: number;
  /** Called when a stale page could not be re-rendered. The next request tries again. */
  onFailure?: (error: unknown) => void;
}

/** Longer addresses are not cached, because few are requested twice. */
const maxKeyLength = 300;
const maxBytes = 64 * 1024 * 1024;

/**
 * Caches public pages, compressed and with their headers. Concurrent requests for a missing page share one render. Only
 * a few pages render at a time, so that cached pages never wait.
 */
export class PageCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #pendingRenders = new Map<string, Promise<Entry | RenderedPage>>();
  readonly #addressOf: (url: string) => string;
  readonly #lifeMs: number;
  readonly #staleMs: number;
  readonly #staleOnFailureMs: number;
  readonly #renderSlots: ConcurrencyLimit;
  readonly #fixedAddressRenderSlots: ConcurrencyLimit;
  readonly #onFailure: (error: unknown) => void;
  #generation = 0;

  constructor({
    addressOf = (url) => url,
    limit = 600,
    lifeSeconds = 60,
    staleSeconds = 300,
    staleOnFailureSeconds = 24 * 3600,
    maxRunning = 2,
    maxQueued = 64,
    onFailure = () => {},
  }: PageCacheOptions = {}) {
    const getEntrySize = ({ variants }: Entry) =>
      variants.identity.body.length + variants.br.body.length + variants.gzip.body.length + 1;
    this.#entries = new LRUCache<string, Entry>({ max: limit, maxSize: maxBytes, sizeCalculation: getEntrySize });
    this.#addressOf = addressOf;
    this.#lifeMs = lifeSeconds * 1000;
    this.#staleMs = staleSeconds * 1000;
    this.#staleOnFailureMs = staleOnFailureSeconds * 1000;
    this.#renderSlots = limitConcurrency({ maxRunning, maxQueued });
    this.#fixedAddressRenderSlots = pLimit(maxRunning);
    this.#onFailure = onFailure;
  }

  /** Responds from the cache if it can. Returns false when the page has to be rendered. */
  tryCached(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const key = this.#addressOf(request.url ?? "/");
    const entry = this.#findUsable(key);
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
   * Returns the response for an address (as `addressOf` returns it) in the best encoding for `accepted`, the value of
   * `Accept-Encoding`. Pages with a fixed address, one without parameter and query, are few: they have render slots of
   * their own and are compressed more. Rejects with QueueFull.
   */
  async answer(
    key: string,
    renderPage: RenderPage,
    { accepted, hasFixedAddress = false }: { accepted?: string | undefined; hasFixedAddress?: boolean } = {},
  ): Promise<CachedResponse> {
    const result = this.#findUsable(key) ?? (await this.#render(key, renderPage, hasFixedAddress));
    if ("variants" in result) return result.variants[preferredEncoding(accepted)];
    const stale = result.status >= 500 ? this.#entries.get(key) : undefined;
    if (stale && Date.now() - stale.expires < this.#staleOnFailureMs) {
      const { headers, ...rest } = stale.variants[preferredEncoding(accepted)];
      return { ...rest, headers: { ...headers, "cache-status": `page-cache; hit; fwd-status=${result.status}` } };
    }
    return { status: result.status, headers: result.headers, body: Buffer.from(result.body) };
  }

  /** Returns a fresh entry, or a stale one while it is re-rendered. */
  #findUsable(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const staleForMs = Date.now() - entry.expires;
    if (staleForMs < 0) return entry;
    if (staleForMs >= this.#staleMs) return undefined;
    this.#render(key, entry.renderPage, entry.hasFixedAddress).catch((error: unknown) => {
      // A full queue is no failure: the stale page stays.
      if (!(error instanceof QueueFull)) this.#onFailure(error);
    });
    return entry;
  }

  /** Renders a page, or waits for its running render. */
  #render(key: string, renderPage: RenderPage, hasFixedAddress: boolean): Promise<Entry | RenderedPage> {
    const running = this.#pendingRenders.get(key);
    if (running) return running;
    const generation = this.#generation;
    const work = async () => {
      // Yields to the event loop between renders, so that requests for cached pages are answered.
      await nextEventLoopTurn();
      const page = await renderPage();
      return this.#store(key, page, { renderPage, hasFixedAddress, generation });
    };
    const pendingRender = (hasFixedAddress ? this.#fixedAddressRenderSlots : this.#renderSlots)(work).finally(() => {
      if (this.#pendingRenders.get(key) === pendingRender) this.#pendingRenders.delete(key);
    });
    this.#pendingRenders.set(key, pendingRender);
    return pendingRender;
  }

  /** Caches the page, unless the cache was purged or expired since `generation`. */
  async #store(
    key: string,
    page: RenderedPage,
    { renderPage, hasFixedAddress, generation }: Pick<Entry, "renderPage" | "hasFixedAddress"> & { generation: number },
  ): Promise<Entry | RenderedPage> {
    if (!page.isCacheable || page.status !== 200 || key.length > maxKeyLength) {
      // Evicts the old entry, but keeps it after a server error.
      if (page.status < 500 && generation === this.#generation) this.#entries.delete(key);
      return page;
    }
    const identity = Buffer.from(page.body);
    const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 20)}"`;
    const oldEntry = this.#entries.peek(key);
    const isSame = oldEntry?.etag === etag;
    // Brotli 11 takes 0.1 s in another thread. So only the few pages with a fixed address get it, once for each body.
    const [br, gz] = isSame
      ? [oldEntry.variants.br.body, oldEntry.variants.gzip.body]
      : await Promise.all([compressBrotli(identity, hasFixedAddress ? 11 : 7), compressGzip(identity)]);
    const variant = (body: Buffer, encoding?: string): CachedResponse => ({
      status: 200,
      body,
      headers: {
        ...page.headers,
        etag,
        vary: "accept-encoding",
        "content-length": body.length,
        ...(encoding ? { "content-encoding": encoding } : {}),
      },
    });
    const variants = { br: variant(br, "br"), gzip: variant(gz, "gzip"), identity: variant(identity) };
    const entry = { etag, expires: Date.now() + this.#lifeMs, variants, renderPage, hasFixedAddress };
    if (generation === this.#generation) this.#entries.set(key, entry);
    return entry;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Empties the cache. Called in every process when content changes. */
  purge(): void {
    this.#generation += 1;
    this.#entries.clear();
    // Running renders are outdated now: later requests start new ones.
    this.#pendingRenders.clear();
  }

  /**
   * Called when content may have changed. Each page is then re-rendered before it is sent; the old one is sent only if
   * that fails.
   */
  expire(): void {
    this.#generation += 1;
    this.#pendingRenders.clear();
    const longAgo = Date.now() - this.#staleMs;
    for (const entry of this.#entries.values()) entry.expires = Math.min(entry.expires, longAgo);
  }
}
