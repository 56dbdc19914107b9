import { useState } from "react";
import { TooltipButton } from "./tooltip-button.tsx";
import { useNotify } from "../frame/notices.tsx";

export interface DownloadIconButtonProps {
  /** Downloads the file: `() => downloadStaff("GET /api/staff/documents/:id/pdf", { id })`. */
  save(): Promise<void>;
  label: string;
  icon?: "download" | "file-down";
}

/** An icon button that downloads a file of the staff API. Shows an error as a notice. */
export function DownloadIconButton({ save, label, icon = "download" }: DownloadIconButtonProps) {
  const notify = useNotify();
  const [isLoading, setIsLoading] = useState(false);
  const download = async () => {
    setIsLoading(true);
    try {
      await save();
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      notify(failure.message, { type: "error" });
    } finally {
      setIsLoading(false);
    }
  };
  return <TooltipButton icon={icon} label={label} isPending={isLoading} onClick={() => void download()} />;
}
