import { useEffect, useEffectEvent, useState } from "react";

/** Files dropped anywhere on the page; whether some are held over it. Without it the browser would open them. */
export function useDrop(isAllowed: boolean, onFiles: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent((files: FileList) => {
    setIsOver(false);
    if (isAllowed && files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setIsOver(isAllowed);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const dropped = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      drop(event.dataTransfer.files);
    };
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("drop", dropped, { signal });
    return () => controller.abort();
  }, [isAllowed]);
  return isOver;
}
