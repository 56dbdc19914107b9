/**
 * Makes hash, stamp and QR code of an XML by ZATCA's security standard of 24 June 2022. No I/O. Each step was checked
 * against the authority's own samples.
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
  /** The certificate's DER in base64, without header lines and line breaks. */
  certificate: string;
  /** Name of the issuer, most specific part first. */
  issuer: string;
  /** Serial number, decimal. */
  serial: string;
  /** The certificate's public key as DER (SubjectPublicKeyInfo). */
  publicKey: Buffer;
  /** The authority's signature in the certificate, as DER. */
  certificateSignature: Buffer;
}

/**
 * Reads the parts of a certificate that every stamp needs. `certificate` is base64. Throws when it is not a certificate
 * or belongs to another key.
 */
export function stampKey(privateKey: KeyObject, certificate: string): StampKey {
  const raw = Buffer.from(certificate, "base64");
  const parsed = new X509Certificate(raw);
  if (!parsed.checkPrivateKey(privateKey)) throw new Error("The certificate is not for this key");
  const { signatureValue } = AsnConvert.parse(raw, Certificate);
  return {
    privateKey,
    certificate,
    issuer: parsed.issuer.split("\n").toReversed().join(", "),
    serial: BigInt(`0x${parsed.serialNumber}`).toString(),
    publicKey: parsed.publicKey.export({ type: "spki", format: "der" }),
    certificateSignature: Buffer.from(signatureValue),
  };
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest();
/** A digest of certificate or properties as the standard writes it: base64 of the hexadecimal text. */
const hexDigest = (text: string) => Buffer.from(sha256(text).toString("hex")).toString("base64");

const ubl = (name: string) => `urn:oasis:names:specification:ubl:schema:xsd:${name}`;
const dsig = "http://www.w3.org/2000/09/xmldsig#";
const sha256Method = { Algorithm: "http://www.w3.org/2001/04/xmlenc#sha256" };
const c14n = "http://www.w3.org/2006/12/xml-c14n11";
const start = `<Invoice xmlns="${ubl("Invoice-2")}" xmlns:cac="${ubl("CommonAggregateComponents-2")}" xmlns:cbc="${ubl("CommonBasicComponents-2")}" xmlns:ext="${ubl("CommonExtensionComponents-2")}">`;

/**
 * The block of signed properties. For its digest (`isStandalone`) it must declare its namespaces; in the document it
 * must not (section 4 of the reference).
 */
function buildSignedProperties(
  key: StampKey,
  signingTime: string,
  { isStandalone }: { isStandalone: boolean },
): XmlElement | null {
  const ds: Record<string, string> = isStandalone ? { "xmlns:ds": dsig } : {};
  const xades: Record<string, string> = isStandalone ? { "xmlns:xades": "http://uri.etsi.org/01903/v1.3.2#" } : {};
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

/** Indentation of that block in the document, in steps of four spaces: the indentation is part of the digest. */
const propertiesDepth = 8;

const xpath = (expression: string) =>
  element("ds:Transform", [element("ds:XPath", expression)], {
    Algorithm: "http://www.w3.org/TR/1999/REC-xpath-19991116",
  });

const signatureId = "urn:oasis:names:specification:ubl:signature:Invoice";

/** The `UBLExtensions` element, which contains our stamp. */
function buildExtensions(key: StampKey, hash: string, signature: string, signingTime: string): XmlElement | null {
  const standaloneProperties = buildSignedProperties(key, signingTime, { isStandalone: true });
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
        element(
          "ds:DigestValue",
          standaloneProperties ? hexDigest(renderXml(standaloneProperties, propertiesDepth)) : "",
        ),
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
        element("xades:QualifyingProperties", [buildSignedProperties(key, signingTime, { isStandalone: false })], {
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

/**
 * Text of the QR code with tags 1 to 9 (section 5 of the reference). Hash and signature are base64 texts, as in the
 * authority's samples.
 */
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
  /** The XML to store and send: a second call would give other bytes. */
  xml: string;
  /** Base64 of the SHA-256 hash. */
  hash: string;
  /** QR code of a simplified document; null for a standard one, whose QR code the authority makes. */
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
  const renderLine = (part: XmlElement) => `\n    ${renderXml(part, 1)}`;
  const [head, tail] = [before.map(renderLine).join(""), after.map(renderLine).join("")];
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const assemble = (extensionsXml: string, stamps: string) =>
    `${start}${extensionsXml}${head}${stamps}${tail}\n</Invoice>`;
  if (!isSimplified(facts)) {
    const xml = assemble("", "");
    return { xml: declaration + xml, hash: sha256(xml).toString("base64"), qr: null };
  }
  // The hash leaves out the QR reference and the signature element, but not the white space before each of them.
  const hashBytes = sha256(assemble("", "\n    \n    "));
  const hash = hashBytes.toString("base64");
  // The standard signs the bytes of the hash, and `sign` hashes them once more.
  const signature = sign("sha256", hashBytes, key.privateKey).toString("base64");
  const qr = stampQr(facts, key, hash, signature);
  const { date, time } = saudiTime(now);
  const extensions = buildExtensions(key, hash, signature, `${date}T${time}`);
  const stamps = [qrReference(qr), signatureElement].filter((part) => part !== null);
  const xml = assemble(extensions ? renderXml(extensions, 0) : "", stamps.map(renderLine).join(""));
  return { xml: declaration + xml, hash, qr };
}
