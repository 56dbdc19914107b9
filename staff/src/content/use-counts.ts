import { useEffect, useState } from "react";
import type { ItemCounts } from "../../../src/features/content/editing/item-types.ts";
import { StaffApiError, staffCall } from "../api.ts";

/**
 * How many items of each kind are in each view; null while it loads, and when it cannot: a list goes without the
 * numbers.
 */
export function useCounts(): ItemCounts[] | null {
  const [counts, setCounts] = useState<ItemCounts[] | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    staffCall<{ data: ItemCounts[] }>("GET content-counts", undefined, leaving.signal).then(
      ({ data }) => setCounts(data),
      (error: unknown) => {
        if (!leaving.signal.aborted && !(error instanceof StaffApiError)) throw error;
      },
    );
    return () => leaving.abort();
  }, []);
  return counts;
}
