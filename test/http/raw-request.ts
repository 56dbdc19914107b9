/** Sends requests to a running site exactly as given, without the corrections of a client. */
import { readdirSync } from "node:fs";
import { request } from "node:http";
import type { TestSite } from "../site.ts";

export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Sends the path unchanged, follows no redirect and does not decode the answer. */
export function rawRequest(
  site: Pick<TestSite, "url">,
  path: string,
  { method = "GET", headers = {} }: RawRequest = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url);
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
    });
    outgoing.on("error", reject).end();
  });
}

/** Returns the path of a built file that has compressed versions. The smallest files have none. */
export function compressedAsset(extension: string): string {
  const names = readdirSync("build/client/assets");
  const name = names.find(
    (name) => name.endsWith(extension) && names.includes(`${name}.br`) && names.includes(`${name}.gz`),
  );
  return `/assets/${name}`;
}
