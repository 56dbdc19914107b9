import { LRUCache } from "lru-cache";

interface Answer {
  value: unknown;
  from: Date;
  /** When the answer expires, in epoch milliseconds. */
  expiresAtMs: number;
}

/** The caches of a process for answers that are the same for everyone. */
export interface Answers {
  /** Dropped when content changes. */
  content: AnswerCache;
  /** Dropped when content changes, and when seats are held, sold or released. */
  seats: AnswerCache;
}

export interface AnswerCacheOptions {
  /** Maximum number of cached answers. The least recently used answer is evicted first. */
  limit?: number;
  /** Maximum length of all cached answers together, as JSON. */
  maxLength?: number;
  /** Maximum age of an answer, in case this process was not notified of a change. */
  lifeSeconds?: number;
}

/** Answers to longer questions are not cached. */
const maxKeyLength = 400;

/** Caches answers by their questions until `invalidate`. Callers who ask while an answer is read share that read. */
export class AnswerCache {
  readonly #answers: LRUCache<string, Answer>;
  readonly #reads = new Map<string, Promise<Answer>>();
  readonly #lifeMs: number;
  #generation = 0;

  constructor({ limit = 500, maxLength = 8_000_000, lifeSeconds = 60 }: AnswerCacheOptions = {}) {
    this.#answers = new LRUCache({
      max: limit,
      maxSize: maxLength,
      sizeCalculation: ({ value }) => JSON.stringify(value).length,
    });
    this.#lifeMs = lifeSeconds * 1000;
  }

  /**
   * Returns the cached answer, or calls `read` and caches its result. `readExpiry` resolves with the time from which
   * the answer is no longer true even if nothing changes, or null. Rejects with the errors of both, which are not
   * cached. Answers are shared, so callers must not change them in place.
   */
  async get<T>(
    question: readonly unknown[],
    now: Date,
    read: () => Promise<T>,
    readExpiry: () => Promise<Date | null>,
  ): Promise<T> {
    const key = JSON.stringify(question);
    if (key.length > maxKeyLength) return read();
    const cached = this.#answers.get(key);
    if (cached && cached.from <= now && now.getTime() < cached.expiresAtMs) return cached.value as T;
    const { value } = await (this.#reads.get(key) ?? this.#read(key, now, read, readExpiry));
    return value as T;
  }

  #read(
    key: string,
    from: Date,
    read: () => Promise<unknown>,
    readExpiry: () => Promise<Date | null>,
  ): Promise<Answer> {
    const generation = this.#generation;
    const maxExpiresAtMs = from.getTime() + this.#lifeMs;
    const reading = Promise.all([read(), readExpiry()])
      .then(([value, expiresAt]) => {
        const expiresAtMs = Math.min(expiresAt?.getTime() ?? maxExpiresAtMs, maxExpiresAtMs);
        const answer = { value, from, expiresAtMs };
        if (generation === this.#generation) this.#answers.set(key, answer);
        return answer;
      })
      .finally(() => {
        if (this.#reads.get(key) === reading) this.#reads.delete(key);
      });
    this.#reads.set(key, reading);
    return reading;
  }

  get size(): number {
    return this.#answers.size;
  }

  /** Drops all answers. A read in progress is not cached either: later callers start another one. */
  invalidate(): void {
    this.#generation += 1;
    this.#answers.clear();
    this.#reads.clear();
  }
}
