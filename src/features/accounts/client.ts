import { call } from "#platform/api-client.ts";
import type * as api from "./api.server.ts";

export const callLogin = call<typeof api.login>("/api/login");
export const callLogout = call<typeof api.logout>("/api/logout");
export const callMe = call<typeof api.me>("/api/me");
export const callRegister = call<typeof api.register>("/api/register");
export const callForgetPassword = call<typeof api.forgetPassword>("/api/forget-password");
export const callResetPassword = call<typeof api.resetPassword>("/api/reset-password");
export const callEditProfile = call<typeof api.editProfile>("/api/edit-profile");
export const callConfirmEmail = call<typeof api.confirmEmail>("/api/confirm-email");
export const callChangePassword = call<typeof api.changePassword>("/api/change-password");
export const callSessions = call<typeof api.sessions>("/api/sessions");
export const callEndSession = call<typeof api.endSession>("/api/end-session");
export const callEndOtherSessions = call<typeof api.endOtherSessions>("/api/end-other-sessions");
