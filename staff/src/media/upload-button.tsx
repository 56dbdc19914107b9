import { useRef } from "react";
import { Button } from "@mui/material";
import { m } from "../messages.ts";
import { Icon } from "../ui/icon.tsx";
import { acceptOf, type MediaKind } from "./media.ts";

interface UploadButtonProps {
  kind: MediaKind | "any";
  isPrimary?: boolean;
  onFiles(files: FileList): void;
}

/** The browser's dialog for files. */
export function UploadButton({ kind, isPrimary = false, onFiles }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={isPrimary ? "contained" : "outlined"}
        {...(isPrimary ? { "data-shortcut": "new" } : {})}
        startIcon={<Icon name="upload" size={16} />}
        onClick={() => input.current?.click()}
      >
        {m.staff_media_upload_action()}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptOf[kind]}
        aria-label={m.staff_media_upload_action()}
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) onFiles(currentTarget.files);
          currentTarget.value = "";
        }}
      />
    </>
  );
}
