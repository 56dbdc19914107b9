import type { Context, Hono } from "hono";
import type { Env } from "#platform/env.server.ts";
import { inertPolicy } from "#platform/http/security.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { StorageFailure, type StoredFile, getDocumentKey, getSizeKey, getStorage } from "./storage.server.ts";
import { uploadedFormats, uploadedWidths } from "./uploaded-picture.ts";

const picturePathPattern = new RegExp(
  `^([0-9a-f]{32})-(${uploadedWidths.join("|")})\\.(${uploadedFormats.join("|")})$`,
);
/** The part after the key is only the file name of the download. */
const documentPathPattern = /^([0-9a-f]{32})\/[\w.-]+\.pdf$/;

/** Finds the stored file for a path, with its response headers; null for a path that is not an upload's. */
function findFile(path: string): { name: string; headers: Record<string, string> } | null {
  const [, key, width, format] = picturePathPattern.exec(path) ?? [];
  if (key && width && format)
    return { name: getSizeKey(key, Number(width), format), headers: { "content-type": `image/${format}` } };
  const [, documentKey] = documentPathPattern.exec(path) ?? [];
  if (!documentKey) return null;
  // Browsers save a PDF instead of showing it, so that nothing in it runs on this site.
  const headers = { "content-type": "application/pdf", "content-disposition": "attachment" };
  return { name: getDocumentKey(documentKey), headers };
}

/**
 * Serves uploads from the folder or the bucket. An address never gets another file, so browsers may cache it for ever.
 */
export function mountUploads(app: Hono, env: Env, immutable: string): void {
  const serve = async (request: Context, path: string) => {
    const file = findFile(path);
    if (!file) return request.notFound();
    let stored: StoredFile | null;
    try {
      stored = await getStorage(env).read(file.name);
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error;
      request
        .get("log")
        .error({ request_id: request.get("requestId"), ...errorForLog(error) }, "an upload was not read");
      return request.body(null, 503, { "retry-after": "5", "cache-control": "no-store" });
    }
    if (!stored) return request.notFound();
    const headers = { ...file.headers, "content-length": String(stored.bytes), "cache-control": immutable };
    return request.body(stored.body, 200, { ...headers, "content-security-policy": inertPolicy });
  };
  app.get("/media/u/*", (request) => serve(request, request.req.path.slice("/media/u/".length)));
  // API clients build this address from a picture's name, with any width. They get the next larger size or the largest.
  app.get(`/admin/images/:folder/:file{u-[0-9a-f]{32}-\\d{1,4}\\.(?:avif|webp)}`, (request) => {
    const [, key, requestedWidth, format] = /^u-(\w+)-(\d+)\.(\w+)$/.exec(request.req.param("file") ?? "") ?? [];
    const width = uploadedWidths.find((width) => width >= Number(requestedWidth)) ?? uploadedWidths.at(-1);
    return serve(request, `${key}-${width}.${format}`);
  });
}
