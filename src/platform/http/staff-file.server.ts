import type { ReadStream } from "node:fs";
import { Readable } from "node:stream";
import { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import { inertPolicy } from "./security.server.ts";
import { staffEndpoint, type StaffEndpoint } from "./staff-endpoint.server.ts";

/** A download. `name` takes any letters; a stream wants its length in `bytes`. */
export type FileAnswer = { name: string; type: string } & ({ body: Uint8Array } | { body: ReadStream; bytes: number });

const fileAnswer = z.custom<FileAnswer>((value) => typeof value === "object" && value !== null && "body" in value);

/** An endpoint that answers a file to be saved, never to be shown. Use it with GET. */
export function staffFile<Input extends z.ZodObject>(
  definition: Omit<StaffEndpoint<Input>, "reply" | "status" | "file" | "handle"> & {
    types: readonly [string, ...string[]];
    handle(ctx: Ctx, input: z.output<Input>): Promise<FileAnswer>;
  },
) {
  const { types, ...endpoint } = definition;
  return staffEndpoint<Input, typeof fileAnswer>({ ...endpoint, file: types, reply: fileAnswer });
}

/** Both spellings of RFC 6266: plain letters for old readers, and the name itself. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

export function fileResponse(file: FileAnswer, requestId: string): Response {
  const isStream = "bytes" in file;
  const body = isStream ? (Readable.toWeb(file.body) as ReadableStream<Uint8Array>) : new Uint8Array(file.body);
  return new Response(body, {
    headers: {
      "content-type": file.type,
      "content-length": String(isStream ? file.bytes : file.body.length),
      "content-disposition": disposition(file.name.toWellFormed()),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": inertPolicy,
      "x-request-id": requestId,
    },
  });
}
