/** The device id of login-device.server.ts: it survives a logout, and grants nothing. */
const key = "login-device";

export function readLoginDevice(): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

export function storeLoginDevice(device: string): void {
  try {
    localStorage.setItem(key, device);
  } catch {
    // Storage refused: this browser counts as unknown next time.
  }
}
