import { call } from "#platform/api-client.ts";
import type * as api from "./api.server.ts";

export const callCheckCourseBooking = call<typeof api.checkCourseBooking>("/api/check-course-booking");
