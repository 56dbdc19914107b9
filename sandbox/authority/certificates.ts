/** Certificates of the fake authority, from a CA that each process creates for itself. */
import { createHmac, generateKeyPairSync, randomBytes, sign, X509Certificate } from "node:crypto";
import { CertificationRequest } from "@peculiar/asn1-csr";
import { AsnConvert } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from "@peculiar/asn1-x509";

const ca = generateKeyPairSync("ec", { namedCurve: "secp256k1" });
const ecdsaSha256 = new AlgorithmIdentifier({ algorithm: "1.2.840.10045.4.3.2" });
const validityYears = 5;

const caName = new Name(
  [
    ["0.9.2342.19200300.100.1.25", "local"],
    ["0.9.2342.19200300.100.1.25", "gov"],
    ["0.9.2342.19200300.100.1.25", "extgazt"],
    ["2.5.4.3", "Fake ZATCA Sub CA"],
  ].map(
    ([type = "", text = ""]) =>
      new RelativeDistinguishedName([
        new AttributeTypeAndValue({
          type,
          value: new AttributeValue(type === "2.5.4.3" ? { utf8String: text } : { ia5String: text }),
        }),
      ]),
  ),
);

const toArrayBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

function issue(subject: Name, key: TBSCertificate["subjectPublicKeyInfo"], until: Date): X509Certificate {
  const serial = randomBytes(12);
  // A fixed first byte keeps the serial number positive and without a leading zero byte.
  serial[0] = 0x41;
  const tbs = new TBSCertificate({
    version: Version.v3,
    serialNumber: toArrayBuffer(serial),
    signature: ecdsaSha256,
    issuer: caName,
    validity: new Validity({ notBefore: new Date(Date.now() - 60_000), notAfter: until }),
    subject,
    subjectPublicKeyInfo: key,
  });
  const signatureValue = toArrayBuffer(sign("sha256", Buffer.from(AsnConvert.serialize(tbs)), ca.privateKey));
  const certificate = new Certificate({ tbsCertificate: tbs, signatureAlgorithm: ecdsaSha256, signatureValue });
  return new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)));
}

/** Parses a certificate request; null when the text is not one. */
function readRequest(pem: string): CertificationRequest | null {
  try {
    const body = pem.replaceAll(/-----[A-Z ]+-----|\s/g, "");
    return AsnConvert.parse(Buffer.from(body, "base64"), CertificationRequest);
  } catch {
    return null;
  }
}

const getExpiry = () => new Date(new Date().setFullYear(new Date().getFullYear() + validityYears));

/**
 * Issues a certificate for a request. Returns its token, which is the certificate in base64 twice, or null when `csr`
 * is not a certificate request.
 */
export function issueToken(csr: string): string | null {
  const info = readRequest(csr)?.certificationRequestInfo;
  if (!info) return null;
  const certificate = issue(info.subject, info.subjectPKInfo, getExpiry());
  return Buffer.from(certificate.raw.toString("base64")).toString("base64");
}

/** Derives a password from its certificate, so that the authority still knows it after a restart. */
export const deriveSecret = (token: string, use: "compliance" | "production"): string =>
  createHmac("sha256", "fake authority").update(`${use}:${token}`).digest("base64");

const caCertificate = issue(
  caName,
  AsnConvert.parse(ca.publicKey.export({ type: "spki", format: "der" }), SubjectPublicKeyInfo),
  getExpiry(),
);

/** Key and certificate with which the authority stamps standard documents. */
export const authorityStamp = { privateKey: ca.privateKey, certificate: caCertificate };
