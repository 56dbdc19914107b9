/** A fake device with one passkey: a P-256 key and a counter. It replaces the WebAuthn functions of a browser. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer) => data.toString("base64url");

/** Flags of WebAuthn's authenticator data. */
const [present, verified, attested] = [0x01, 0x04, 0x40];

interface DeviceAnswerOptions {
  origin: string;
  /** Whether the device has verified its owner, by a PIN or a fingerprint. */
  isVerified?: boolean;
}

/** Creates a device that answers challenges for `rpId`. */
export function passkeyDevice(rpId: string) {
  let key: KeyObject | undefined;
  const device = { credentialId: randomBytes(16), counter: 1 };

  const buildAuthenticatorData = (flags: number, more = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(device.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, more]);
  };
  const buildClientData = (type: string, challenge: unknown, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const toCredential = (response: object) => {
    const id = base64url(device.credentialId);
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  };

  return Object.assign(device, {
    /** Creates the key and returns what `navigator.credentials.create` returns, without attestation. */
    create(options: Record<string, unknown>, { origin, isVerified = true }: DeviceAnswerOptions) {
      const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
      key = pair.privateKey;
      const { x = "", y = "" } = pair.publicKey.export({ format: "jwk" });
      // The public key in COSE is a map of five: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y.
      const cose = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const length = Buffer.from([0, device.credentialId.length]);
      const data = buildAuthenticatorData(
        attested | present | (isVerified ? verified : 0),
        Buffer.concat([Buffer.alloc(16), length, device.credentialId, cose]),
      );
      // The attestation in CBOR is a map of three: fmt "none", attStmt {}, authData.
      const attestationObject = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
        Buffer.from([data.length]),
        data,
      ]);
      const clientDataJSON = buildClientData("webauthn.create", options["challenge"], origin);
      return toCredential({
        clientDataJSON: base64url(clientDataJSON),
        attestationObject: base64url(attestationObject),
        transports: ["internal"],
      });
    },
    /** Signs a challenge, returns what `navigator.credentials.get` returns, and increases the counter. */
    get(options: Record<string, unknown>, { origin, isVerified = true }: DeviceAnswerOptions) {
      if (!key) throw new Error("The device has no passkey yet");
      device.counter += 1;
      const data = buildAuthenticatorData(present | (isVerified ? verified : 0));
      const clientDataJSON = buildClientData("webauthn.get", options["challenge"], origin);
      const signature = sign("sha256", Buffer.concat([data, sha256(clientDataJSON)]), key);
      return toCredential({
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      });
    },
  });
}
