import { saveFile } from "#platform/save-file.ts";

/** Downloads the quotation for seats of runs; false when that fails. */
export const saveQuote = (items: readonly { id: number; qty: number }[]): Promise<boolean> =>
  saveFile(
    "/api/quote",
    { items: items.map(({ id, qty }) => ({ course_id: id, qty })) },
    `quotation-${items.map(({ id }) => id).join("-")}.pdf`,
  );
