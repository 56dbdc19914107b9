import { useState } from "react";

/** Saves one download at a time: `busy` while it is fetched, `failed` after an error. */
export function useSave() {
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  async function save(fetchFile: () => Promise<boolean>) {
    if (state === "busy") return;
    setState("busy");
    setState((await fetchFile()) ? "ready" : "failed");
  }
  return {
    busy: state === "busy",
    failed: state === "failed",
    save: (fetchFile: () => Promise<boolean>) => void save(fetchFile),
  };
}
