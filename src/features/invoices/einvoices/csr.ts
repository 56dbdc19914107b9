/** Certificate requests (CSRs) as ZATCA's security standard prescribes (section 6 of the reference). No I/O. */
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { CertificationRequest, CertificationRequestInfo } from "@peculiar/asn1-csr";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  AttributeValue,
  Extension,
  Extensions,
  GeneralName,
  id_ce_subjectAltName,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
} from "@peculiar/asn1-x509";
import type { EInvoiceEnvironment } from "./authority.ts";

export interface UnitNames {
  /** Name of the branch; for a VAT group, its ten-digit number. */
  branch: string;
  legalName: string;
  /** Name of this unit. */
  unitName: string;
  /** UUID of this unit. */
  serial: string;
  vatNumber: string;
  /** Such as `RRRD2929`. */
  shortAddress: string;
  businessCategory: string;
}

const ecdsaSha256 = "1.2.840.10045.4.3.2";
/** Microsoft's template name, which tells the authority the environment. */
const templateOid = "1.3.6.1.4.1.311.20.2";
const templateByEnvironment: Record<EInvoiceEnvironment, string> = {
  production: "ZATCA-Code-Signing",
  simulation: "PREZATCA-Code-Signing",
};
const oids = {
  country: "2.5.4.6",
  organisation: "2.5.4.10",
  unit: "2.5.4.11",
  commonName: "2.5.4.3",
  surname: "2.5.4.4",
  userId: "0.9.2342.19200300.100.1.1",
  title: "2.5.4.12",
  registeredAddress: "2.5.4.26",
  businessCategory: "2.5.4.15",
  extensionRequest: "1.2.840.113549.1.9.14",
};
/** Characters that the authority refuses anywhere in a request. */
const forbiddenCharacters = /[!@#$%&*_<=]/g;

export const newUnitKey = (): KeyObject => generateKeyPairSync("ec", { namedCurve: "secp256k1" }).privateKey;

const toDistinguishedName = (parts: [string, string][]) =>
  new Name(
    parts.map(([type, value]) => {
      const utf8String = value.replaceAll(forbiddenCharacters, " ");
      const text = type === oids.country ? { printableString: value } : { utf8String };
      return new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value: new AttributeValue(text) })]);
    }),
  );

/** Encodes a UTF8String of at most 127 bytes. */
function utf8Value(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x0c, bytes.length]), bytes]);
}

/** Creates a PKCS #10 request as PEM, signed with `key`, for standard and simplified invoices. */
export function certificateRequest(key: KeyObject, names: UnitNames, environment: EInvoiceEnvironment): string {
  const alternativeName = toDistinguishedName([
    [oids.surname, `1-Nama|2-Web|3-${names.serial}`],
    [oids.userId, names.vatNumber],
    // One digit per kind of invoice: standard, simplified, and two that are not in use.
    [oids.title, "1100"],
    [oids.registeredAddress, names.shortAddress],
    [oids.businessCategory, names.businessCategory],
  ]);
  const extension = (extnID: string, value: ArrayBuffer | Buffer) =>
    new Extension({ extnID, extnValue: new OctetString(value) });
  const extensions = new Extensions([
    extension(templateOid, utf8Value(templateByEnvironment[environment])),
    extension(
      id_ce_subjectAltName,
      AsnConvert.serialize(new SubjectAlternativeName([new GeneralName({ directoryName: alternativeName })])),
    ),
  ]);
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" });
  const info = new CertificationRequestInfo({
    subject: toDistinguishedName([
      [oids.country, "SA"],
      [oids.unit, names.branch],
      [oids.organisation, names.legalName],
      [oids.commonName, names.unitName],
    ]),
    subjectPKInfo: AsnConvert.parse(publicKey, SubjectPublicKeyInfo),
  });
  info.attributes.push(new Attribute({ type: oids.extensionRequest, values: [AsnConvert.serialize(extensions)] }));
  const request = new CertificationRequest({
    certificationRequestInfo: info,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: ecdsaSha256 }),
    signature: new Uint8Array(sign("sha256", Buffer.from(AsnConvert.serialize(info)), key)).buffer,
  });
  const lines =
    Buffer.from(AsnConvert.serialize(request))
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines.join("\n")}\n-----END CERTIFICATE REQUEST-----\n`;
}
