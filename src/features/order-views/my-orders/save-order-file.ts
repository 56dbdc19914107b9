import { saveFile } from "#platform/save-file.ts";

/** Downloads a tax document of an order. Resolves to whether it worked. */
export const saveDocument = (orderId: number, { id, number }: { id: number; number: string }) =>
  saveFile("/api/order-document", { order_id: orderId, document_id: id }, `${number}.pdf`);
/** Downloads the courses of an order as a calendar file. Resolves to whether it worked. */
export const saveCalendar = (orderId: number) =>
  saveFile("/api/order-calendar", { order_id: orderId }, `order-${orderId}.ics`);
