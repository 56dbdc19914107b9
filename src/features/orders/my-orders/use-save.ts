import { useState } from "react";
import { saveFile } from "#platform/save-file.ts";

export const saveDocument = (orderId: number, { id, number }: { id: number; number: string }) =>
  saveFile("/api/order-document", { order_id: orderId, document_id: id }, `${number}.pdf`);
export const saveCalendar = (orderId: number) =>
  saveFile("/api/order-calendar", { order_id: orderId }, `order-${orderId}.ics`);

/** One download at a time: `busy` while it is fetched, `failed` after an error. */
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
