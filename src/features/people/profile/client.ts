import { call } from "#platform/api-client.ts";
import type * as api from "./api.server.ts";

export const callEditProfile = call<typeof api.editProfile>("/api/edit-profile");
export const callConfirmEmail = call<typeof api.confirmEmail>("/api/confirm-email");
export const callSessions = call<typeof api.sessions>("/api/sessions");
export const callEndSession = call<typeof api.endSession>("/api/end-session");
export const callEndOtherSessions = call<typeof api.endOtherSessions>("/api/end-other-sessions");
