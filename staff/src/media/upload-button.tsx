import { useRef } from "react";
import { useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { Icon } from "../ui/icon.tsx";
import { acceptOf, type MediaKind } from "./media.ts";

interface UploadButtonProps {
  kind: MediaKind | "any";
  isPrimary?: boolean;
  onFiles(files: FileList): void;
}

/** The browser's dialog for files. */
export function UploadButton({ kind, isPrimary = false, onFiles }: UploadButtonProps) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={isPrimary ? "contained" : "outlined"}
        {...(isPrimary ? { "data-shortcut": "new" } : {})}
        startIcon={<Icon name="upload" size={16} />}
        onClick={() => input.current?.click()}
      >
        {translate("media.upload.action")}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptOf[kind]}
        aria-label={translate("media.upload.action")}
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) onFiles(currentTarget.files);
          currentTarget.value = "";
        }}
      />
    </>
  );
}
