import { useCallback, useRef, useState } from "react";
import { m } from "../messages.ts";
import { uploadStaff, StaffApiError } from "../api.ts";
import { acceptedTypes, isHeicFile, megabyte, maxBytes, type FullMedia, type MediaKind } from "./media.ts";

/** A running or failed upload. A finished upload is in the library instead. */
export interface Upload {
  id: number;
  name: string;
  bytes: number;
  /** Share of the file that has been sent, from 0 to 1. */
  share: number;
  /** Estimated remaining time. Null while it is unknown. */
  secondsLeft: number | null;
  error: string | null;
}

/** Maximum number of parallel uploads. More would only slow each of them down. */
const maxParallel = 3;
let lastId = 0;

/** Uploads files, three at a time. Calls `onArrived` for each finished upload. */
export function useUploads(kind: MediaKind | "any", onArrived: (media: FullMedia) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queued = useRef<{ id: number; file: File }[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const changeUpload = useCallback(
    (id: number, values: Partial<Upload>) =>
      setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...values } : upload))),
    [],
  );
  const removeUpload = useCallback(
    (id: number) => setUploads((before) => before.filter((upload) => upload.id !== id)),
    [],
  );

  /** Checks the type and the size before the upload. The server also checks the content. */
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
      changeUpload(id, { share, secondsLeft });
    };
    try {
      const media = await uploadStaff("POST /api/staff/media", file, { onProgress, signal: controller.signal });
      removeUpload(id);
      onArrived(media);
    } catch (error) {
      if (controller.signal.aborted) removeUpload(id);
      else if (error instanceof StaffApiError) {
        const [text] = error.fields["file"] ?? [];
        changeUpload(id, { error: text ?? error.message });
      } else throw error;
    } finally {
      running.current.delete(id);
      startQueued();
    }
  }

  function startQueued(): void {
    while (running.current.size < maxParallel) {
      const upload = queued.current.shift();
      if (!upload) return;
      void send(upload.id, upload.file);
    }
  }

  const add = (files: Iterable<File>) => {
    const newUploads = [...files].map((file) => ({ id: (lastId += 1), file, error: findProblem(file) }));
    setUploads((before) => [
      ...newUploads.map(({ id, file, error }) => ({
        id,
        name: file.name,
        bytes: file.size,
        share: 0,
        secondsLeft: null,
        error,
      })),
      ...before,
    ]);
    queued.current.push(...newUploads.filter(({ error }) => error === null));
    startQueued();
  };

  /** Aborts a running upload or dismisses a failed one. */
  const dismiss = (id: number) => {
    queued.current = queued.current.filter((upload) => upload.id !== id);
    const controller = running.current.get(id);
    if (controller) controller.abort();
    else removeUpload(id);
  };

  return { uploads, add, dismiss };
}
