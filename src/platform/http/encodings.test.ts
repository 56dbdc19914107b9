import { expect, it } from "vitest";
import { preferredEncoding } from "./page-cache.server.ts";

it.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, br", "br"],
  ["br;q=0, gzip", "gzip"],
  ["gzip;q=0, br;q=0", "identity"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["br;q=0.2, gzip;q=0.1, identity;q=0.9", "identity"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["GZIP", "gzip"],
  ["deflate", "identity"],
  ["identity;q=0", "identity"],
  ["brotli", "identity"],
  ["", "identity"],
  [undefined, "identity"],
  [";;q=x,,", "identity"],
] as const)("F-08 answers Accept-Encoding %j with %s", (header, encoding) => {
  expect(preferredEncoding(header)).toBe(encoding);
  // The second call reads the remembered result.
  expect(preferredEncoding(header)).toBe(encoding);
});
