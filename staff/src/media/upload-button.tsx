import { useRef } from "react";
import { m } from "../messages.ts";
import { acceptedTypes, type MediaKind } from "./media.ts";
import { Button } from "../../../src/ui/button.tsx";

interface UploadButtonProps {
  kind: MediaKind | "any";
  isPrimary?: boolean;
  onFiles(files: FileList): void;
}

/** A button that opens the browser's file dialog. */
export function UploadButton({ kind, isPrimary = false, onFiles }: UploadButtonProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={isPrimary ? "primary" : "secondary"}
        {...(isPrimary ? { "data-shortcut": "new" } : {})}
        icon="upload"
        onClick={() => fileInput.current?.click()}
      >
        {m.staff_media_upload_action()}
      </Button>
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        accept={acceptedTypes[kind]}
        aria-label={m.staff_media_upload_action()}
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) onFiles(currentTarget.files);
          currentTarget.value = "";
        }}
      />
    </>
  );
}
