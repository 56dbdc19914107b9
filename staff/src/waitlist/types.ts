import type { StaffReply } from "../api-types.ts";

export type Waitlist = StaffReply<"GET /api/staff/runs/:id/waiting-list">;
export type WaitlistEntry = Waitlist["rows"][number];
export type WaitlistAction = "offer" | "move_up" | "take_off" | "take_back";
