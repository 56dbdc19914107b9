/** The feature's calls from the browser. */
import { call } from "#platform/api-client.ts";
import type * as api from "./api.server.ts";

export const callLogin = call<typeof api.login>("/api/login");
export const callLogout = call<typeof api.logout>("/api/logout");
export const callMe = call<typeof api.me>("/api/me");
export const callRegister = call<typeof api.register>("/api/register");
