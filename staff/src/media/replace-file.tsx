import { useEffect, useRef, useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { callStaff, uploadStaff } from "../api.ts";
import { useForm } from "../parts/use-form.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { UseList } from "./media-facts.tsx";
import { acceptedTypes, type FullMedia } from "./media.ts";
import { Button } from "../../../src/ui/button.tsx";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Uploads a file, waits until it is processed, and replaces the old file with it. Throws StaffApiError. */
async function replaceMedia(media: FullMedia, file: File, onStatus: (text: string) => void, signal: AbortSignal) {
  const upload = await uploadStaff("POST /api/staff/media", file, {
    onProgress: (share) => onStatus(m.staff_media_upload_sending({ percent: Math.round(share * 100) })),
    signal,
  });
  let { state, sizesMade: madeSizes, sizes } = upload;
  while (state === "queued") {
    onStatus(m.staff_media_making({ made: madeSizes, sizes }));
    await wait(700);
    signal.throwIfAborted();
    ({
      state,
      sizesMade: madeSizes,
      sizes,
    } = await callStaff("GET /api/staff/media/:id/progress", { id: upload.id }, signal));
  }
  return callStaff("POST /api/staff/media/:id/replace", { id: media.id, version: media.version, by: upload.id });
}

/** A button whose dialog replaces a file by another of the same kind. The dialog lists all uses of the file. */
export function ReplaceFile({ media, onReplaced }: { media: FullMedia; onReplaced: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" icon="replace" onClick={() => setIsOpen(true)}>
        {m.staff_media_replace_open()}
      </Button>
      {isOpen && <ReplaceDialog media={media} onClose={() => setIsOpen(false)} onReplaced={onReplaced} />}
    </>
  );
}

interface ReplaceDialogProps {
  media: FullMedia;
  onClose(): void;
  onReplaced(): void;
}

function ReplaceDialog({ media, onClose, onReplaced }: ReplaceDialogProps) {
  const notify = useNotify();
  const fileInput = useRef<HTMLInputElement>(null);
  const controller = useRef(new AbortController());
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState("");
  const form = useForm([]);
  const { name, kind, usedIn } = media;
  const textCount = new Set(usedIn.map(({ entity, entity_id }) => `${entity} ${entity_id}`)).size;
  useEffect(() => () => controller.current.abort(), []);
  const confirm = async () => {
    if (!file) return;
    controller.current = new AbortController();
    try {
      await form.confirm(() => replaceMedia(media, file, setProgress, controller.current.signal));
    } finally {
      setProgress("");
    }
    notify(textCount === 0 ? m.staff_media_replace_done_unused() : m.staff_media_replace_done({ count: textCount }), {
      type: "success",
    });
    onReplaced();
  };
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_media_replace_title({ name })}
      actionLabel={textCount === 0 ? m.staff_media_replace_open() : m.staff_media_replace_action({ count: textCount })}
      isReady={file !== null}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>{usedIn.length > 0 ? m.staff_media_replace_text() : m.staff_media_replace_text_unused()}</p>
      <UseList uses={usedIn} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" icon="upload" onClick={() => fileInput.current?.click()}>
          {m.staff_media_replace_choose()}
        </Button>
        <bdi className="min-w-0 flex-1">{file?.name}</bdi>
        <input
          ref={fileInput}
          type="file"
          hidden
          accept={acceptedTypes[kind]}
          aria-label={m.staff_media_replace_choose()}
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
        />
      </div>
      <Alert>{m.staff_media_replace_stays()}</Alert>
      <p role="status" className="text-sm text-ink-3">
        {progress}
      </p>
    </ConfirmDialog>
  );
}
