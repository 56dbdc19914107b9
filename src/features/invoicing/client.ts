import { call } from "#platform/api-client.ts";
import { endSession, readToken } from "#platform/session-token.ts";
import type * as api from "./api.server.ts";

export const callOrderDocuments = call<typeof api.orderDocuments>("/api/order-documents");

/** Downloads with the bearer token, which a link cannot carry; false when that fails. */
async function saveFile(path: string, body: object, filename: string): Promise<boolean> {
  const token = readToken();
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "accept-language": document.documentElement.lang,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    if (response.status === 401 && token && readToken() === token) endSession();
    if (!response.ok) return false;
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = url;
    link.download = filename;
    link.click();
    // Some browsers read it only after the click has been handled.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return true;
  } catch {
    return false;
  }
}

export const saveDocument = (orderId: number, { id, number }: { id: number; number: string }) =>
  saveFile("/api/order-document", { order_id: orderId, document_id: id }, `${number}.pdf`);
export const saveCalendar = (orderId: number) =>
  saveFile("/api/order-calendar", { order_id: orderId }, `order-${orderId}.ics`);
