import { readStored, writeStored } from "#platform/browser-storage.ts";

/** This browser's note of its last login (login-device.server.ts): it survives a logout, and opens nothing. */
const key = "login-device";

export const readLoginDevice = (): string => readStored(key) ?? "";

/** Where storage is refused this browser counts as a stranger's next time. */
export const storeLoginDevice = (device: string): void => void writeStored(key, device);
