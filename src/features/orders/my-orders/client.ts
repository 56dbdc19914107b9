import { call } from "#platform/api-client.ts";
import type * as api from "./api.server.ts";

export const callAssignSeats = call<typeof api.assignSeats>("/api/assign-seats");
