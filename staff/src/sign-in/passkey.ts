/** WebAuthn in the browser; no part of the portal's first load. */
import type { StaffReply } from "../api-types.ts";
import type { NewPasskeyResponse, PasskeyResponse } from "../../../src/features/staff/passkeys.schema.ts";

/** Whether this browser can ask for a passkey. */
export const canUsePasskeys =
  typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** Someone closed the browser's question, or let it run out. */
const isCancelled = (error: unknown) => error instanceof DOMException && error.name === "NotAllowedError";

async function requestCredential(question: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await question();
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null;
  } catch (error) {
    if (isCancelled(error)) return null;
    throw error;
  }
}

/** Has one of the person's passkeys answer; null when they cancel. */
export async function askPasskey(
  options: StaffReply<"POST /api/staff/confirm/passkey/options">,
): Promise<PasskeyResponse | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return (await requestCredential(() => navigator.credentials.get({ publicKey }))) as PasskeyResponse | null;
}

/** Has a device make a passkey; null when they cancel. Throws InvalidStateError for a device that has one already. */
export async function makePasskey(
  options: StaffReply<"POST /api/staff/passkeys/options">,
): Promise<NewPasskeyResponse | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return (await requestCredential(() => navigator.credentials.create({ publicKey }))) as NewPasskeyResponse | null;
}
