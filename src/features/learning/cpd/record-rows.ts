/** The rows of the CSV and PDF of a CPD record. */
import type { DeclaredActivity, VerifiedActivity } from "./record.ts";

export type RecordRow = { verified: VerifiedActivity; declared: null } | { verified: null; declared: DeclaredActivity };

/** Merges verified and declared activities, latest first. */
export function buildRecordRows({
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
  const getLastDay = (row: RecordRow) => (row.verified ? row.verified.endDate : row.declared.date);
  return rows.toSorted((a, b) => getLastDay(b).localeCompare(getLastDay(a)));
}
