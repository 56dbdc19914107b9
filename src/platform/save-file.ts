import { endSession, readToken } from "./session-token.ts";

/** Downloads a file with the bearer token, which a link cannot send. Resolves to false when that fails. */
export async function saveFile(path: string, body: object, filename: string): Promise<boolean> {
  const token = readToken();
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "accept-language": document.documentElement.lang,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    if (response.status === 401 && token && readToken() === token) endSession();
    if (!response.ok) return false;
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = url;
    link.download = filename;
    link.click();
    // Some browsers read the blob only after the click has been handled.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return true;
  } catch {
    return false;
  }
}
