/**
 * Hash, stamp and QR code of an XML by ZATCA's security standard of 24 June 2022. No I/O. Each step was checked on the
 * authority's own samples.
 */
import { Buffer } from "node:buffer";
import { createHash, sign, X509Certificate, type KeyObject } from "node:crypto";
import { AsnConvert } from "@peculiar/asn1-schema";
import { Certificate } from "@peculiar/asn1-x509";
import { decimalFromHalalas } from "#i18n/money.ts";
import { tlvText } from "../issuer.ts";
import {
  invoiceParts,
  isSimplified,
  qrReference,
  saudiTime,
  sellerName,
  type ChainLink,
  type InvoiceFacts,
  type NationalAddress,
} from "./ubl.ts";
import { element, emptyElement, renderXml, type XmlElement } from "./xml.ts";

/** Base64 of the hexadecimal SHA-256 of "0": the hash before the first XML of a certificate. */
export const hashBeforeFirst =
  "NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==";

/** A key and the authority's certificate for it. */
export interface StampKey {
  privateKey: KeyObject;
  /** Its DER in base64, without header lines and line breaks. */
  certificate: string;
  /** Most specific part first. */
  issuer: string;
  /** Decimal. */
  serial: string;
  /** DER, SubjectPublicKeyInfo. */
  publicKey: Buffer;
  /** The authority's signature within the certificate, DER. */
  certificateSignature: Buffer;
}

/** Reads once what each stamp needs of a certificate, in base64. Throws when it is none or of another key. */
export function stampKey(privateKey: KeyObject, certificate: string): StampKey {
  const raw = Buffer.from(certificate, "base64");
  const read = new X509Certificate(raw);
  if (!read.checkPrivateKey(privateKey)) throw new Error("The certificate is not for this key");
  const { signatureValue } = AsnConvert.parse(raw, Certificate);
  return {
    privateKey,
    certificate,
    issuer: read.issuer.split("\n").toReversed().join(", "),
    serial: BigInt(`0x${read.serialNumber}`).toString(),
    publicKey: read.publicKey.export({ type: "spki", format: "der" }),
    certificateSignature: Buffer.from(signatureValue),
  };
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest();
/** How the standard writes the digests of certificate and properties: base64 of the hexadecimal text. */
const hexDigest = (text: string) => Buffer.from(sha256(text).toString("hex")).toString("base64");

const ubl = (name: string) => `urn:oasis:names:specification:ubl:schema:xsd:${name}`;
const dsig = "http://www.w3.org/2000/09/xmldsig#";
const sha256Method = { Algorithm: "http://www.w3.org/2001/04/xmlenc#sha256" };
const c14n = "http://www.w3.org/2006/12/xml-c14n11";
const start = `<Invoice xmlns="${ubl("Invoice-2")}" xmlns:cac="${ubl("CommonAggregateComponents-2")}" xmlns:cbc="${ubl("CommonBasicComponents-2")}" xmlns:ext="${ubl("CommonExtensionComponents-2")}">`;

/** Alone, for its digest, the block declares its namespaces; in the document it must not (section 4 of the reference). */
function signedProperties(key: StampKey, signingTime: string, isAlone: boolean): XmlElement | null {
  const ds: Record<string, string> = isAlone ? { "xmlns:ds": dsig } : {};
  const xades: Record<string, string> = isAlone ? { "xmlns:xades": "http://uri.etsi.org/01903/v1.3.2#" } : {};
  return element(
    "xades:SignedProperties",
    [
      element("xades:SignedSignatureProperties", [
        element("xades:SigningTime", signingTime),
        element("xades:SigningCertificate", [
          element("xades:Cert", [
            element("xades:CertDigest", [
              emptyElement("ds:DigestMethod", { ...ds, ...sha256Method }),
              element("ds:DigestValue", hexDigest(key.certificate), ds),
            ]),
            element("xades:IssuerSerial", [
              element("ds:X509IssuerName", key.issuer, ds),
              element("ds:X509SerialNumber", key.serial, ds),
            ]),
          ]),
        ]),
      ]),
    ],
    { ...xades, Id: "xadesSignedProperties" },
  );
}

/** Where the block stands in the document, in steps of four blanks: its indentation is part of the digest. */
const propertiesDepth = 8;

const xpath = (expression: string) =>
  element("ds:Transform", [element("ds:XPath", expression)], {
    Algorithm: "http://www.w3.org/TR/1999/REC-xpath-19991116",
  });

const signatureId = "urn:oasis:names:specification:ubl:signature:Invoice";

function extension(key: StampKey, hash: string, signature: string, signingTime: string): XmlElement | null {
  const alone = signedProperties(key, signingTime, true);
  const signedInfo = element("ds:SignedInfo", [
    emptyElement("ds:CanonicalizationMethod", { Algorithm: c14n }),
    emptyElement("ds:SignatureMethod", { Algorithm: "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256" }),
    element(
      "ds:Reference",
      [
        element("ds:Transforms", [
          xpath("not(//ancestor-or-self::ext:UBLExtensions)"),
          xpath("not(//ancestor-or-self::cac:Signature)"),
          xpath("not(//ancestor-or-self::cac:AdditionalDocumentReference[cbc:ID='QR'])"),
          emptyElement("ds:Transform", { Algorithm: c14n }),
        ]),
        emptyElement("ds:DigestMethod", sha256Method),
        element("ds:DigestValue", hash),
      ],
      { Id: "invoiceSignedData", URI: "" },
    ),
    element(
      "ds:Reference",
      [
        emptyElement("ds:DigestMethod", sha256Method),
        element("ds:DigestValue", alone ? hexDigest(renderXml(alone, propertiesDepth)) : ""),
      ],
      { Type: `${dsig}SignatureProperties`, URI: "#xadesSignedProperties" },
    ),
  ]);
  const stamp = element(
    "ds:Signature",
    [
      signedInfo,
      element("ds:SignatureValue", signature),
      element("ds:KeyInfo", [element("ds:X509Data", [element("ds:X509Certificate", key.certificate)])]),
      element("ds:Object", [
        element("xades:QualifyingProperties", [signedProperties(key, signingTime, false)], {
          "xmlns:xades": "http://uri.etsi.org/01903/v1.3.2#",
          Target: "signature",
        }),
      ]),
    ],
    { "xmlns:ds": dsig, Id: "signature" },
  );
  return element("ext:UBLExtensions", [
    element("ext:UBLExtension", [
      element("ext:ExtensionURI", "urn:oasis:names:specification:ubl:dsig:enveloped:xades"),
      element("ext:ExtensionContent", [
        element(
          "sig:UBLDocumentSignatures",
          [
            element("sac:SignatureInformation", [
              element("cbc:ID", "urn:oasis:names:specification:ubl:signature:1"),
              element("sbc:ReferencedSignatureID", signatureId),
              stamp,
            ]),
          ],
          {
            "xmlns:sac": ubl("SignatureAggregateComponents-2"),
            "xmlns:sbc": ubl("SignatureBasicComponents-2"),
            "xmlns:sig": ubl("CommonSignatureComponents-2"),
          },
        ),
      ]),
    ]),
  ]);
}

const signatureElement = element("cac:Signature", [
  element("cbc:ID", signatureId),
  element("cbc:SignatureMethod", "urn:oasis:names:specification:ubl:dsig:enveloped:xades"),
]);

/** Tags 1 to 9 (section 5 of the reference); hash and signature as their base64 texts, as in the authority's samples. */
function stampQr(facts: InvoiceFacts, key: StampKey, hash: string, signature: string): string {
  const { date, time } = saudiTime(facts.issuedAt);
  return tlvText([
    sellerName(facts),
    facts.seller.vatNumber,
    `${date}T${time}`,
    decimalFromHalalas(facts.totalHalalas),
    decimalFromHalalas(facts.taxHalalas),
    hash,
    signature,
    key.publicKey,
    key.certificateSignature,
  ]);
}

export interface SealedXml {
  /** Its bytes are never made anew. */
  xml: string;
  /** Base64 of 32 bytes. */
  hash: string;
  /** Of a simplified document; that of a standard one is the authority's. */
  qr: string | null;
}

/**
 * Makes the XML of a document. A simplified one gets our stamp and QR code; a standard one has neither, because the
 * authority stamps it when it clears it.
 */
export function sealXml(
  facts: InvoiceFacts,
  address: NationalAddress,
  link: ChainLink,
  key: StampKey,
  now: Date,
): SealedXml {
  const { before, after } = invoiceParts(facts, address, link);
  const line = (one: XmlElement) => `\n    ${renderXml(one, 1)}`;
  const [head, tail] = [before.map(line).join(""), after.map(line).join("")];
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const whole = (extensions: string, stamps: string) => `${start}${extensions}${head}${stamps}${tail}\n</Invoice>`;
  if (!isSimplified(facts)) {
    const xml = whole("", "");
    return { xml: declaration + xml, hash: sha256(xml).toString("base64"), qr: null };
  }
  // The white space around what is taken out for the hash stays: one line end and indentation for each of the two.
  const hashBytes = sha256(whole("", "\n    \n    "));
  const hash = hashBytes.toString("base64");
  // Over the bytes of the hash, so that it is hashed twice.
  const signature = sign("sha256", hashBytes, key.privateKey).toString("base64");
  const qr = stampQr(facts, key, hash, signature);
  const { date, time } = saudiTime(now);
  const stamp = extension(key, hash, signature, `${date}T${time}`);
  const stamps = [qrReference(qr), signatureElement].filter((one) => one !== null);
  const xml = whole(stamp ? renderXml(stamp, 0) : "", stamps.map(line).join(""));
  return { xml: declaration + xml, hash, qr };
}
