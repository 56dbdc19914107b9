import { useState } from "react";

/** A download under way: `busy` while it is fetched, `failed` when it could not be had. One at a time. */
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
