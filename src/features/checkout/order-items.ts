/** Converts a run with its number of seats to an item of the API, for requests that price or buy seats. */
export const toOrderItem = ({ id, qty, key }: { id: number; qty: number; key?: string | null | undefined }) => ({
  course_id: id,
  qty,
  ...(key && { key }),
});
