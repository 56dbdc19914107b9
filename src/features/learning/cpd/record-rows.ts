/** The rows of a record's files. */
import type { DeclaredActivity, VerifiedActivity } from "./record.ts";

export type RecordRow = { verified: VerifiedActivity; declared: null } | { verified: null; declared: DeclaredActivity };

/** Lists rows of both kinds, latest first. */
export function recordRows({
  verified,
  declared,
}: {
  verified: VerifiedActivity[];
  declared: DeclaredActivity[];
}): RecordRow[] {
  const rows: RecordRow[] = [
    ...verified.map((activity) => ({ verified: activity, declared: null })),
    ...declared.map((activity) => ({ verified: null, declared: activity })),
  ];
  const lastDay = (row: RecordRow) => (row.verified ? row.verified.endDate : row.declared.date);
  return rows.toSorted((one, other) => lastDay(other).localeCompare(lastDay(one)));
}
