import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Ctx } from "#platform/context.server.ts";
import {
  BadRequest,
  HttpError,
  TooLarge,
  Unavailable,
  UnsupportedMediaType,
  ValidationError,
} from "#platform/errors.ts";
import { errorForLog } from "#platform/log.server.ts";
import { m } from "#messages";
import { getProblemMessage } from "./fields.server.ts";
import { limitConcurrency, type ConcurrencyLimit } from "../bounded-limit.ts";

/** How many uploads of one person run at the same time, and how many others of that person may wait. */
const maxRunning = 2;
const maxQueued = 30;

const limitsByPerson = new Map<string, { limit: ConcurrencyLimit; calls: number }>();

/**
 * Runs an upload when this person has fewer than two in progress, so that a person with a slow connection delays nobody
 * else. Rejects with the error of `work`, or with QueueFull.
 */
export async function withUploadSlot<T>(personId: string, work: () => Promise<T>): Promise<T> {
  const entry = limitsByPerson.get(personId) ?? { limit: limitConcurrency({ maxRunning, maxQueued }), calls: 0 };
  limitsByPerson.set(personId, entry);
  entry.calls += 1;
  try {
    return await entry.limit(work);
  } finally {
    entry.calls -= 1;
    if (entry.calls === 0) limitsByPerson.delete(personId);
  }
}

/** An uploaded file, unchanged. It is on our disk until the handler has ended. */
export interface UploadedFile {
  path: string;
  /** Name that the client sent. Do not trust its extension or its path. */
  name: string;
  bytes: number;
  /** SHA-256 in hex. */
  sha256: string;
  /** The first 64 bytes, which show the file's type; all bytes of a shorter file. */
  head: Uint8Array;
}

/** Rules for an endpoint that takes a form with one file, in the field `file`, instead of JSON. */
export interface UploadRules {
  maxBytes: number;
  /**
   * Returns the maximum size for the file's type, which `head` shows; a larger file is refused while it arrives. Throws
   * ValidationError for a type that is not accepted.
   */
  getMaxBytes(ctx: Ctx, head: Uint8Array): number;
}

const headBytes = 64;
/** Allowance for the boundaries and headers of the form around the file. */
const formBytes = 4096;
/**
 * A refused body that is announced as larger than this is not read to its end; its client may see a closed connection.
 */
const maxDrained = 512 * 2 ** 20;

/** Folder of files while they arrive. The job `media.tidy` deletes files that a killed process left there. */
export const incomingFolder = (ctx: Ctx): string => join(ctx.env.DATA_DIR, "incoming");

const tooLarge = (ctx: Ctx, maxBytes: number) =>
  new TooLarge(m.platform_upload_too_large({ megabytes: Math.floor(maxBytes / 2 ** 20) }, { locale: ctx.locale }));
const missingFile = (ctx: Ctx) => new ValidationError({ file: [getProblemMessage("required", ctx.locale)] });

/** Makes a stream that passes a file on, counts and hashes its bytes, and fails when the rules refuse it. */
function createMeter(ctx: Ctx, rules: UploadRules) {
  const hash = createHash("sha256");
  const measured = { bytes: 0, head: Buffer.alloc(0), sha256: "" };
  let maxBytes: number | null = null;
  const getLimit = () => (maxBytes ??= Math.min(rules.maxBytes, rules.getMaxBytes(ctx, measured.head)));
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        measured.bytes += chunk.byteLength;
        if (measured.head.length < headBytes)
          measured.head = Buffer.concat([measured.head, chunk.subarray(0, headBytes - measured.head.length)]);
        if (measured.head.length === headBytes && measured.bytes > getLimit()) throw tooLarge(ctx, getLimit());
        hash.update(chunk);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        if (measured.bytes === 0) throw missingFile(ctx);
        if (measured.bytes > getLimit()) throw tooLarge(ctx, getLimit());
        measured.sha256 = hash.digest("hex");
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return { stream, measured };
}

/** Saves the form's only file at `path`. Rejects when the rules refuse the file, or when reading or writing fails. */
async function readForm(ctx: Ctx, body: Readable, type: string, rules: UploadRules, path: string) {
  const { default: busboy } = await import("busboy");
  const options = { fileSize: rules.maxBytes + 1, files: 1, fields: 0, parts: 2, headerPairs: 20 };
  const form = busboy({ headers: { "content-type": type }, defParamCharset: "utf8", limits: options });
  let saved: Promise<UploadedFile> | undefined;
  const save = async (field: string, file: Readable, name: string): Promise<UploadedFile> => {
    const { stream, measured } = createMeter(ctx, rules);
    // The pipeline must exist before the stream is destroyed; otherwise the form would wait for the file to be read.
    const written = pipeline(file, stream, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    if (field !== "file") stream.destroy(missingFile(ctx));
    await written;
    return { path, name, ...measured };
  };
  // Not `pipeline`: it would destroy the request and its connection, which has to carry the response.
  const read = new Promise<void>((resolve, reject) => {
    form.on("file", (field, file, { filename = "" }) => {
      saved = save(field, file, filename);
      // A refusal ends the form at once, without reading the rest of the refused file.
      saved.catch(reject);
    });
    // The form must have nothing but the file: no other field, file or part.
    for (const event of ["fieldsLimit", "filesLimit", "partsLimit"] as const)
      form.on(event, () => reject(missingFile(ctx)));
    form.on("error", reject);
    form.on("close", resolve);
    body.once("error", reject);
    body.once("aborted", () => reject(new Error("The client closed the connection")));
    body.pipe(form);
  });
  try {
    await read;
    if (!saved) throw missingFile(ctx);
    return await saved;
  } catch (error) {
    body.unpipe(form);
    form.destroy(error as Error);
    await saved?.catch(() => {});
    throw error;
  }
}

/**
 * Reads the rest of a refused body and discards it: many clients read the response only after they have sent
 * everything.
 */
async function drain(body: Readable): Promise<void> {
  body.resume();
  await finished(body, { writable: false }).catch(() => {});
}

/** Whether the disk is full or the folder cannot be written. */
const isDiskError = (error: unknown) =>
  error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT", "EROFS", "EACCES"].includes(String(error.code));

/**
 * Saves the file of a form, runs `work` with it, and deletes it when `work` has ended or failed. Checks the announced
 * length before reading. Throws UnsupportedMediaType, TooLarge, ValidationError (field `file`), BadRequest for a form
 * that ends too early, Unavailable when the file cannot be written to the disk.
 */
export async function withUpload<T>(
  request: Context,
  ctx: Ctx,
  rules: UploadRules,
  work: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const { locale } = ctx;
  const type = request.req.header("content-type") ?? "";
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type))
    throw new UnsupportedMediaType(m.platform_upload_not_form({}, { locale }));
  const length = request.req.header("content-length");
  const { incoming } = (request.env ?? {}) as Partial<HttpBindings>;
  const body = incoming ?? Readable.fromWeb((request.req.raw.body ?? new ReadableStream()) as WebStream);
  if (Number(length ?? 0) > rules.maxBytes + formBytes) {
    if (Number(length) <= maxDrained) await drain(body);
    throw tooLarge(ctx, rules.maxBytes);
  }
  const path = join(incomingFolder(ctx), randomUUID());
  try {
    await mkdir(incomingFolder(ctx), { recursive: true, mode: 0o700 });
    const file = await readForm(ctx, body, type, rules, path).catch(async (error: unknown) => {
      if (length !== undefined) await drain(body);
      throw error instanceof HttpError || isDiskError(error)
        ? error
        : new BadRequest(m.platform_upload_broken({}, { locale }));
    });
    return await work(file);
  } catch (error) {
    if (!isDiskError(error)) throw error;
    ctx.log.error({ request_id: ctx.requestId, ...errorForLog(error) }, "no room for an upload");
    throw new Unavailable(m.platform_upload_no_room({}, { locale }));
  } finally {
    await rm(path, { force: true });
  }
}
