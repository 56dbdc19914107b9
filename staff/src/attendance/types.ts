import type { StaffInput, StaffReply } from "../api-types.ts";

export type Attendance = StaffReply<"GET /api/staff/runs/:id/attendance">;
export type Person = Attendance["rows"][number];
export type Session = Attendance["sessions"][number];
export type Mark = Person["marks"][number];
export type MarkState = Mark["state"];
/** A change to one person's mark for one session. */
export type Change = StaffInput<"POST /api/staff/runs/:id/attendance">["marks"][number];
export type Preview = StaffReply<"POST /api/staff/run-sessions/:id/participants/preview">;
