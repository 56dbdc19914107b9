import { LRUCache } from "lru-cache";

interface Answer {
  value: unknown;
  from: Date;
  /** In milliseconds. */
  until: number;
}

/** What a process keeps of answers that are the same for everyone. */
export interface Answers {
  /** Dropped when content changes. */
  content: AnswerCache;
  /** Dropped when content changes, and when seats are held, sold or released. */
  seats: AnswerCache;
}

export interface AnswerCacheOptions {
  /** Answers kept at most, and their length as JSON; the least recently used is evicted first. */
  limit?: number;
  maxLength?: number;
  /** For a change that no one was notified of. */
  lifeSeconds?: number;
}

/** Longer questions are not asked twice. */
const longestKey = 400;

/** Answers by their questions until `invalidate`. Those who ask while it is read share one read. */
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
   * Rejects as `read` and `until` do, whose failures are not kept. `until`: when the answer stops being true without any
   * change, null for never. Answers are shared, so no one may change them in place.
   */
  async get<T>(
    question: readonly unknown[],
    now: Date,
    read: () => Promise<T>,
    until: () => Promise<Date | null>,
  ): Promise<T> {
    const key = JSON.stringify(question);
    if (key.length > longestKey) return read();
    const known = this.#answers.get(key);
    if (known && known.from <= now && now.getTime() < known.until) return known.value as T;
    const { value } = await (this.#reads.get(key) ?? this.#read(key, now, read, until));
    return value as T;
  }

  #read(key: string, from: Date, read: () => Promise<unknown>, until: () => Promise<Date | null>): Promise<Answer> {
    const generation = this.#generation;
    const lifeEnds = from.getTime() + this.#lifeMs;
    const reading = Promise.all([read(), until()])
      .then(([value, end]) => {
        const answer = { value, from, until: Math.min(end?.getTime() ?? lifeEnds, lifeEnds) };
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

  /** A read under way is not kept either: who asks from now on starts another. */
  invalidate(): void {
    this.#generation += 1;
    this.#answers.clear();
    this.#reads.clear();
  }
}
