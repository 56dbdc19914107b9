import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextLoop } from "node:timers/promises";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { QueueFull, boundedLimit, type BoundedLimit } from "../bounded-limit.ts";
import { preferredEncoding, type Encoding } from "./encodings.server.ts";

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

/** An answer as it was made, before it is compressed. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Whether it may be kept for everyone who asks for the same address; a status other than 200 never is. */
  isCacheable: boolean;
}

/** Makes the answer of one address; called again for the same address when what is kept has become old. */
export type RenderPage = () => Promise<RenderedPage>;

/** An answer in one encoding, ready to be sent. */
export interface CachedResponse {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer;
}

interface Entry {
  etag: string;
  /** Milliseconds of the clock; from then on it is made anew. */
  expires: number;
  variants: Record<Encoding, CachedResponse>;
  make: RenderPage;
  isPlain: boolean;
}

export interface PageCacheOptions {
  /** The one address of everything a request's address may look like. */
  addressOf?: (url: string) => string;
  /** Pages held at most; the one not asked for longest goes first. */
  limit?: number;
  /** How long a page is as good as new: for engines without NOTIFY, and for pages about dates. */
  lifeSeconds?: number;
  /** How long after that it is still sent while, or because, it cannot be made anew. */
  staleSeconds?: number;
  /** Pages made at the same time, and those that may wait for it. */
  atOnce?: number;
  maxQueued?: number;
  /** Told when a page that is kept could not be made anew; it is tried again for the next who asks. */
  onFailure?: (error: unknown) => void;
}

/** Longer addresses are no one's second visit. */
const longestKey = 300;
/** What all kept pages together may take, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Whole pages, the same for everyone, held compressed with their headers. What is not held is made here, each address
 * once however many ask for it, and so few at a time that the pages that are held are never kept waiting.
 */
export class PageCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #flights = new Map<string, Promise<Entry | RenderedPage>>();
  readonly #addressOf: (url: string) => string;
  readonly #lifeMs: number;
  readonly #staleMs: number;
  readonly #inTurn: BoundedLimit;
  readonly #plainInTurn: BoundedLimit;
  readonly #onFailure: (error: unknown) => void;
  #generation = 0;

  constructor({
    addressOf = (url) => url,
    limit = 600,
    lifeSeconds = 60,
    staleSeconds = 300,
    atOnce = 2,
    maxQueued: mostWaiting = 64,
    onFailure = () => {},
  }: PageCacheOptions = {}) {
    const sizeOf = ({ variants }: Entry) =>
      variants.identity.body.length + variants.br.body.length + variants.gzip.body.length + 1;
    this.#entries = new LRUCache<string, Entry>({ max: limit, maxSize: maxBytes, sizeCalculation: sizeOf });
    this.#addressOf = addressOf;
    this.#lifeMs = lifeSeconds * 1000;
    this.#staleMs = staleSeconds * 1000;
    this.#inTurn = boundedLimit(atOnce, mostWaiting);
    this.#plainInTurn = pLimit(atOnce);
    this.#onFailure = onFailure;
  }

  /** Answers from the cache and says so; false when the page has to be made. */
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
   * The answer at an address (as `addressOf` gives it) in the encoding that suits `accepted`: from the cache, from the
   * render under way, or made now. Pages of which there can only be few are `isPlain`: they have slots of their own. Rejects with
   * QueueFull.
   */
  async answer(
    key: string,
    make: RenderPage,
    { accepted, isPlain = false }: { accepted?: string | undefined; isPlain?: boolean } = {},
  ): Promise<CachedResponse> {
    const found = this.#usable(key) ?? (await this.#make(key, make, isPlain));
    if ("variants" in found) return found.variants[preferredEncoding(accepted)];
    return { status: found.status, headers: found.headers, body: Buffer.from(found.body) };
  }

  /** What is kept and not too old; what is getting old is made anew meanwhile. */
  #usable(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const age = Date.now() - entry.expires;
    if (age < 0) return entry;
    if (age >= this.#staleMs) return undefined;
    this.#make(key, entry.make, entry.isPlain).catch((error: unknown) => {
      // When many wait already the page stays as it is, which is no failure.
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
      // One page must not follow another within a turn of the event loop: requests for kept pages are answered between them.
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

  /** Compresses a page for everyone; keeps it unless a purge came since `generation`. */
  async #keep(
    key: string,
    made: RenderedPage,
    { make, isPlain, generation }: Pick<Entry, "make" | "isPlain"> & { generation: number },
  ): Promise<Entry | RenderedPage> {
    if (!made.isCacheable || made.status !== 200 || key.length > longestKey) {
      // One that is gone goes; one that failed leaves what is kept for as long as that is good.
      if (made.status < 500 && generation === this.#generation) this.#entries.delete(key);
      return made;
    }
    const identity = Buffer.from(made.body);
    const etag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 20)}"`;
    const before = this.#entries.peek(key);
    const isSame = before?.etag === etag;
    // Brotli 11 takes a tenth of a second of another thread: only for pages of which there are few, once for each of their texts.
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

  /** Forgets every page; called when content changes, in every process. */
  purge(): void {
    this.#generation += 1;
    this.#entries.clear();
    // A render under way is stale now: later requests start a new one.
    this.#flights.clear();
  }
}
