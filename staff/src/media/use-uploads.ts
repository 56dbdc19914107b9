import { useCallback, useRef, useState } from "react";
import { m } from "../messages.ts";
import { uploadStaff, StaffApiError } from "../api.ts";
import { acceptedTypes, isHeicFile, megabyte, maxBytes, type FullMedia, type MediaKind } from "./media.ts";

/** A running or failed upload. A finished one is in the library. */
export interface Upload {
  id: number;
  name: string;
  bytes: number;
  /** 0 to 1. */
  share: number;
  /** Null while unknown. */
  secondsLeft: number | null;
  error: string | null;
}

/** Maximum number of parallel uploads. More would only slow each of them down. */
const maxParallel = 3;
let lastId = 0;

/** Uploads files, three at a time. Calls `onArrived` for each finished one. */
export function useUploads(kind: MediaKind | "any", onArrived: (media: FullMedia) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const waiting = useRef<{ id: number; file: File }[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const change = useCallback(
    (id: number, values: Partial<Upload>) =>
      setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...values } : upload))),
    [],
  );
  const remove = useCallback((id: number) => setUploads((all) => all.filter((upload) => upload.id !== id)), []);

  /** Checks what the browser can tell already. The server checks the content. */
  const findProblem = (file: File): string | null => {
    if (!acceptedTypes[kind].split(",").includes(file.type))
      return isHeicFile(file) ? m.staff_media_upload_heic() : m[`staff_media_upload_kind_${kind}`]();
    const limit = maxBytes[file.type === "application/pdf" ? "document" : "picture"];
    return file.size > limit ? m.staff_media_upload_too_large({ megabytes: limit / megabyte }) : null;
  };

  async function send(id: number, file: File): Promise<void> {
    const controller = new AbortController();
    running.current.set(id, controller);
    const startedAt = performance.now();
    const onProgress = (share: number) => {
      const secondsLeft = share > 0.02 ? ((performance.now() - startedAt) / 1000 / share) * (1 - share) : null;
      change(id, { share, secondsLeft });
    };
    try {
      const media = await uploadStaff("POST /api/staff/media", file, { onProgress, signal: controller.signal });
      remove(id);
      onArrived(media);
    } catch (error) {
      if (controller.signal.aborted) remove(id);
      else if (error instanceof StaffApiError) {
        const [text] = error.fields["file"] ?? [];
        change(id, { error: text ?? error.message });
      } else throw error;
    } finally {
      running.current.delete(id);
      next();
    }
  }

  function next(): void {
    while (running.current.size < maxParallel) {
      const first = waiting.current.shift();
      if (!first) return;
      void send(first.id, first.file);
    }
  }

  const add = (files: Iterable<File>) => {
    const added = [...files].map((file) => ({ id: (lastId += 1), file, error: findProblem(file) }));
    setUploads((all) => [
      ...added.map(({ id, file, error }) => ({
        id,
        name: file.name,
        bytes: file.size,
        share: 0,
        secondsLeft: null,
        error,
      })),
      ...all,
    ]);
    waiting.current.push(...added.filter(({ error }) => error === null));
    next();
  };

  /** Aborts a running upload or dismisses a failed one. */
  const dismiss = (id: number) => {
    waiting.current = waiting.current.filter((upload) => upload.id !== id);
    const controller = running.current.get(id);
    if (controller) controller.abort();
    else remove(id);
  };

  return { uploads, add, dismiss };
}
