import { readStored, writeStored } from "#platform/browser-storage.ts";

/** Storage key of the device id (login-device.server.ts). The id stays after a logout and grants no access. */
const key = "login-device";

export const readLoginDevice = (): string => readStored(key) ?? "";

/** Stores the device id. If the browser refuses storage, it counts as unknown at the next login. */
export const storeLoginDevice = (device: string): void => void writeStored(key, device);
