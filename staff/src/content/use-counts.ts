import { useEffect, useState } from "react";
import type { ItemCounts } from "../../../src/features/content/editing/item-types.ts";
import { StaffApiError, callStaff } from "../api.ts";

/**
 * How many items of each kind are in each view; null while it loads, and when it cannot: a list goes without the
 * numbers.
 */
export function useCounts(): ItemCounts[] | null {
  const [counts, setCounts] = useState<ItemCounts[] | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    callStaff("GET /api/staff/content-counts", {}, leaving.signal).then(
      ({ data }) => setCounts(data),
      (error: unknown) => {
        if (!leaving.signal.aborted && !(error instanceof StaffApiError)) throw error;
      },
    );
    return () => leaving.abort();
  }, []);
  return counts;
}
