import { useState } from "react";
import { useNotify } from "ra-core";
import { staffDownload } from "../api.ts";
import { BusyIconButton } from "./busy-button.tsx";
import { Icon } from "./icon.tsx";

export interface DownloadIconButtonProps {
  /** Of the staff API, such as `GET documents/7/pdf`. */
  endpoint: string;
  input?: object;
  label: string;
  icon?: "download" | "file-down";
}

/** Saves a file of the staff API; a refusal is shown as a notification. */
export function DownloadIconButton({ endpoint, input, label, icon = "download" }: DownloadIconButtonProps) {
  const notify = useNotify();
  const [isLoading, setIsLoading] = useState(false);
  const download = async () => {
    setIsLoading(true);
    try {
      await staffDownload(endpoint, input);
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      notify(failure.message, { type: "error" });
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <BusyIconButton aria-label={label} isBusy={isLoading} onClick={() => void download()}>
      <Icon name={icon} />
    </BusyIconButton>
  );
}
