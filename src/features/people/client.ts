import { call } from "#platform/api-client.ts";
import type * as api from "./api.server.ts";

export const callLogin = call<typeof api.login>("/api/login");
export const callLogout = call<typeof api.logout>("/api/logout");
export const callMe = call<typeof api.me>("/api/me");
export const callRegister = call<typeof api.register>("/api/register");
export const callForgetPassword = call<typeof api.forgetPassword>("/api/forget-password");
export const callResetPassword = call<typeof api.resetPassword>("/api/reset-password");
export const callCheckResetLink = call<typeof api.checkResetLink>("/api/check-reset-link");
export const callChangePassword = call<typeof api.changePassword>("/api/change-password");
