/** A run with its seats as the API takes them, for every request that prices or buys. */
export const toOrderItem = ({ id, qty, key }: { id: number; qty: number; key?: string | null | undefined }) => ({
  course_id: id,
  qty,
  ...(key && { key }),
});
