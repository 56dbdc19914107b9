import { saveFile } from "#platform/save-file.ts";

/** Saves a tax document of an order. Resolves to whether it could be fetched. */
export const saveDocument = (orderId: number, { id, number }: { id: number; number: string }) =>
  saveFile("/api/order-document", { order_id: orderId, document_id: id }, `${number}.pdf`);
/** Saves the courses of an order as a calendar file. Resolves to whether it could be fetched. */
export const saveCalendar = (orderId: number) =>
  saveFile("/api/order-calendar", { order_id: orderId }, `order-${orderId}.ics`);
