/** A device that holds passkeys, in place of a browser's: one key of P-256 for each, and a counter. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer) => data.toString("base64url");

/** Flags of WebAuthn's authenticator data. */
const [present, verified, attested] = [0x01, 0x04, 0x40];

interface Signing {
  origin: string;
  /** Whether the device has recognised its person, by a PIN or a fingerprint. */
  isVerified?: boolean;
}

/** A device that answers challenges for `rpId`. */
export function passkeyDevice(rpId: string) {
  let key: KeyObject | undefined;
  const device = { credentialId: randomBytes(16), counter: 1 };

  const authenticatorData = (flags: number, more = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(device.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, more]);
  };
  const clientData = (type: string, challenge: unknown, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = (response: object) => {
    const id = base64url(device.credentialId);
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  };

  return Object.assign(device, {
    /** Makes the key: what `navigator.credentials.create` answers, without attestation. */
    create(options: Record<string, unknown>, { origin, isVerified = true }: Signing) {
      const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
      key = pair.privateKey;
      const { x = "", y = "" } = pair.publicKey.export({ format: "jwk" });
      // COSE, a map of five: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y.
      const cose = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const length = Buffer.from([0, device.credentialId.length]);
      const data = authenticatorData(
        attested | present | (isVerified ? verified : 0),
        Buffer.concat([Buffer.alloc(16), length, device.credentialId, cose]),
      );
      // CBOR, a map of three: fmt "none", attStmt {}, authData.
      const attestationObject = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
        Buffer.from([data.length]),
        data,
      ]);
      const clientDataJSON = clientData("webauthn.create", options["challenge"], origin);
      return credential({
        clientDataJSON: base64url(clientDataJSON),
        attestationObject: base64url(attestationObject),
        transports: ["internal"],
      });
    },
    /** Signs a challenge: what `navigator.credentials.get` answers. Counts on. */
    get(options: Record<string, unknown>, { origin, isVerified = true }: Signing) {
      if (!key) throw new Error("The device has no passkey yet");
      device.counter += 1;
      const data = authenticatorData(present | (isVerified ? verified : 0));
      const clientDataJSON = clientData("webauthn.get", options["challenge"], origin);
      const signature = sign("sha256", Buffer.concat([data, sha256(clientDataJSON)]), key);
      return credential({
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      });
    },
  });
}
