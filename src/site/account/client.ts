import { call } from "#platform/api-client.ts";
import type * as api from "./api.server.ts";

export const callMyData = call<typeof api.myData>("/api/my-data");
export const callDeleteAccount = call<typeof api.deleteAccount>("/api/delete-account");
