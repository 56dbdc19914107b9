import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

const ours = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ours)[number];

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
