import type { StaffReply } from "../api-types.ts";

export type WaitingList = StaffReply<"GET /api/staff/runs/:id/waiting-list">;
export type WaitingRow = WaitingList["rows"][number];
export type WaitingAction = "offer" | "move_up" | "take_off" | "take_back";
