import { readStored, writeStored } from "#platform/browser-storage.ts";

/** The device id of login-device.server.ts: it survives a logout, and grants nothing. */
const key = "login-device";

export const readLoginDevice = (): string => readStored(key) ?? "";

/** If storage is refused, this browser counts as unknown next time. */
export const storeLoginDevice = (device: string): void => void writeStored(key, device);
