/** WebAuthn in the browser. Not part of the initial bundle. */
import type { StaffReply } from "../api-types.ts";
import type { NewPasskeyResponse, PasskeyResponse } from "../../../src/features/staff/passkeys.schema.ts";

/** Whether this browser supports passkeys. */
export const canUsePasskeys =
  typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** Whether the person closed the browser's dialog, or it timed out. */
const isCancelled = (error: unknown) => error instanceof DOMException && error.name === "NotAllowedError";

/** Resolves with null if the person cancels. */
async function requestCredential(request: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await request();
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null;
  } catch (error) {
    if (isCancelled(error)) return null;
    throw error;
  }
}

/** Gets a response from one of the person's passkeys. Null if they cancel. */
export async function askPasskey(
  options: StaffReply<"POST /api/staff/confirm/passkey/options">,
): Promise<PasskeyResponse | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return (await requestCredential(() => navigator.credentials.get({ publicKey }))) as PasskeyResponse | null;
}

/**
 * Creates a passkey on a device. Null if the person cancels. Throws InvalidStateError if the device already has one.
 */
export async function makePasskey(
  options: StaffReply<"POST /api/staff/passkeys/options">,
): Promise<NewPasskeyResponse | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return (await requestCredential(() => navigator.credentials.create({ publicKey }))) as NewPasskeyResponse | null;
}
