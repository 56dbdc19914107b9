import { saveFile } from "#platform/save-file.ts";

export const saveDocument = (orderId: number, { id, number }: { id: number; number: string }) =>
  saveFile("/api/order-document", { order_id: orderId, document_id: id }, `${number}.pdf`);
export const saveCalendar = (orderId: number) =>
  saveFile("/api/order-calendar", { order_id: orderId }, `order-${orderId}.ics`);
