/** Requests and responses of passkeys, in the JSON form of WebAuthn. */
import { z } from "zod";

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max);
const type = z.literal("public-key");
const descriptor = z.object({ id: z.string(), type, transports: z.array(z.string()).optional() });

export const passkeyOptions = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.number().optional(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(descriptor),
});

export const newPasskeyOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type, alg: z.int() })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(descriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.string().optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.string().optional(),
    })
    .optional(),
  attestation: z.string().optional(),
});

const credentialFields = {
  id: base64url(1400),
  rawId: base64url(1400),
  type,
  clientExtensionResults: z.object({}).default({}),
};

export const passkeyResponse = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(4096),
  }),
});
export type PasskeyResponse = z.output<typeof passkeyResponse>;

export const newPasskeyResponse = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(16_384),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});
export type NewPasskeyResponse = z.output<typeof newPasskeyResponse>;
