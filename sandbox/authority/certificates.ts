/** Certificates of the fake authority, from a CA that is made anew with each process. */
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
const years = 5;

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

const buffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

function issue(subject: Name, key: TBSCertificate["subjectPublicKeyInfo"], until: Date): X509Certificate {
  const serial = randomBytes(12);
  // Positive, and without a leading zero byte.
  serial[0] = 0x41;
  const tbs = new TBSCertificate({
    version: Version.v3,
    serialNumber: buffer(serial),
    signature: ecdsaSha256,
    issuer: caName,
    validity: new Validity({ notBefore: new Date(Date.now() - 60_000), notAfter: until }),
    subject,
    subjectPublicKeyInfo: key,
  });
  const signatureValue = buffer(sign("sha256", Buffer.from(AsnConvert.serialize(tbs)), ca.privateKey));
  const certificate = new Certificate({ tbsCertificate: tbs, signatureAlgorithm: ecdsaSha256, signatureValue });
  return new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)));
}

/** What a request says; null when it is none, or not signed by its own key. */
function readRequest(pem: string): CertificationRequest | null {
  try {
    const body = pem.replaceAll(/-----[A-Z ]+-----|\s/g, "");
    return AsnConvert.parse(Buffer.from(body, "base64"), CertificationRequest);
  } catch {
    return null;
  }
}

const inYears = () => new Date(new Date().setFullYear(new Date().getFullYear() + years));

/** The token of a new certificate for a request: base64 of the certificate's base64. Null for what is no request. */
export function issueToken(csr: string): string | null {
  const info = readRequest(csr)?.certificationRequestInfo;
  if (!info) return null;
  const certificate = issue(info.subject, info.subjectPKInfo, inYears());
  return Buffer.from(certificate.raw.toString("base64")).toString("base64");
}

/** A password follows from its certificate, so that it is known after a restart too. */
export const deriveSecret = (token: string, use: "compliance" | "production"): string =>
  createHmac("sha256", "fake authority").update(`${use}:${token}`).digest("base64");

const own = issue(
  caName,
  AsnConvert.parse(ca.publicKey.export({ type: "spki", format: "der" }), SubjectPublicKeyInfo),
  inYears(),
);

/** What the authority stamps standard documents with. */
export const authorityStamp = { privateKey: ca.privateKey, certificate: own };
