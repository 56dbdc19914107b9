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
import { fieldText } from "./fields.server.ts";
import { boundedLimit, type BoundedLimit } from "../bounded-limit.ts";

/** Of one person: files that arrive at a time, and others that wait for that. */
const atOnce = 2;
const maxWaiting = 30;

const personal = new Map<string, { limit: BoundedLimit; calls: number }>();

/**
 * Runs an upload when this person has fewer than two under way, so that who sends slowly keeps only themselves waiting.
 * Rejects with its error, or with QueueFull.
 */
export async function withUploadSlot<T>(personId: string, work: () => Promise<T>): Promise<T> {
  const own = personal.get(personId) ?? { limit: boundedLimit(atOnce, maxWaiting), calls: 0 };
  personal.set(personId, own);
  own.calls += 1;
  try {
    return await own.limit(work);
  } finally {
    own.calls -= 1;
    if (own.calls === 0) personal.delete(personId);
  }
}

/** A file as it was sent, on our disk until the request is answered. */
export interface UploadedFile {
  path: string;
  /** As sent: what its end or its path says is not to be believed. */
  name: string;
  bytes: number;
  /** In hex. */
  sha256: string;
  /** Its first bytes, which tell what it is; all of a shorter file. */
  head: Uint8Array;
}

/** What an endpoint takes instead of JSON: one file, in the field `file` of a form. */
export interface UploadRules {
  maxBytes: number;
  /** By its first bytes; what is too large is cut off there. Throws ValidationError for a kind that is not taken. */
  getMaxBytes(ctx: Ctx, head: Uint8Array): number;
}

const headBytes = 64;
/** Boundaries and headers of a form around the file. */
const formBytes = 4096;
/** What is announced as larger is not read on to its end: its client may find the connection closed. */
const maxDrained = 512 * 2 ** 20;

/** Where files are while they arrive. What a killed process left there is deleted by the job `media.tidy`. */
export const incomingFolder = (ctx: Ctx): string => join(ctx.env.DATA_DIR, "incoming");

const tooLarge = (ctx: Ctx, maxBytes: number) =>
  new TooLarge(m.platform_upload_too_large({ megabytes: Math.floor(maxBytes / 2 ** 20) }, { locale: ctx.locale }));
const requiredFile = (ctx: Ctx) => new ValidationError({ file: [fieldText("required", ctx.locale)] });

/** Passes a file on while it counts, hashes and judges it. */
function measure(ctx: Ctx, rules: UploadRules) {
  const hash = createHash("sha256");
  const measured = { bytes: 0, head: Buffer.alloc(0), sha256: "" };
  let maxBytes: number | null = null;
  const judge = () => (maxBytes ??= Math.min(rules.maxBytes, rules.getMaxBytes(ctx, measured.head)));
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        measured.bytes += chunk.byteLength;
        if (measured.head.length < headBytes)
          measured.head = Buffer.concat([measured.head, chunk.subarray(0, headBytes - measured.head.length)]);
        if (measured.head.length === headBytes && measured.bytes > judge()) throw tooLarge(ctx, judge());
        hash.update(chunk);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        if (measured.bytes === 0) throw requiredFile(ctx);
        if (measured.bytes > judge()) throw tooLarge(ctx, judge());
        measured.sha256 = hash.digest("hex");
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return { stream, measured };
}

/** Reads the form's only file to `path`. Rejects with a refusal, or with what went wrong on the way. */
async function readForm(ctx: Ctx, body: Readable, type: string, rules: UploadRules, path: string) {
  const { default: busboy } = await import("busboy");
  const options = { fileSize: rules.maxBytes + 1, files: 1, fields: 0, parts: 2, headerPairs: 20 };
  const form = busboy({ headers: { "content-type": type }, defParamCharset: "utf8", limits: options });
  let saved: Promise<UploadedFile> | undefined;
  const save = async (field: string, file: Readable, name: string): Promise<UploadedFile> => {
    const { stream, measured } = measure(ctx, rules);
    // Listened to from the start, or a refusal of the field would leave the form waiting for its file to be read.
    const written = pipeline(file, stream, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    if (field !== "file") stream.destroy(requiredFile(ctx));
    await written;
    return { path, name, ...measured };
  };
  // Not `pipeline`: that would destroy the request, and with it the connection that has to carry the answer.
  const read = new Promise<void>((resolve, reject) => {
    form.on("file", (field, file, { filename = "" }) => {
      saved = save(field, file, filename);
      // A refusal ends the form at once, not after the last byte of a file that is not wanted.
      saved.catch(reject);
    });
    // A field, a second file, a second part of any kind.
    for (const other of ["fieldsLimit", "filesLimit", "partsLimit"] as const)
      form.on(other, () => reject(requiredFile(ctx)));
    form.on("error", reject);
    form.on("close", resolve);
    body.once("error", reject);
    body.once("aborted", () => reject(new Error("The client went away")));
    body.pipe(form);
  });
  try {
    await read;
    if (!saved) throw requiredFile(ctx);
    return await saved;
  } catch (error) {
    body.unpipe(form);
    form.destroy(error as Error);
    await saved?.catch(() => {});
    throw error;
  }
}

/**
 * Reads on to the end of a form whose length is known and within bounds, so that the client gets to read the refusal.
 */
async function drain(body: Readable): Promise<void> {
  body.resume();
  await finished(body, { writable: false }).catch(() => {});
}

/** Full disk, or a folder that may not be written. */
const isDiskError = (error: unknown) =>
  error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT", "EROFS", "EACCES"].includes(String(error.code));

/**
 * The file of a form is on disk while `work` runs, and gone when it ends, whichever way. The length that the client
 * announces is looked at first. Throws UnsupportedMediaType, TooLarge, ValidationError of `file`, BadRequest for a form
 * that ends too early, Unavailable when the disk takes nothing.
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
