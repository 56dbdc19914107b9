/**
 * Checks a signed ZATCA phase 2 XML by the authority's rules of hashing and stamping. It shares no code with our own
 * implementation. It comes from `check-einvoice.mjs` beside the reference "ZATCA phase 2" (sections 4 and 5), which
 * yields the authority's own values for the authority's sample files.
 */
import { createHash, verify, X509Certificate } from "node:crypto";
import { DOMParser } from "@xmldom/xmldom";
import { C14nCanonicalization } from "xml-crypto";

const hexDigest = (text: string) => Buffer.from(createHash("sha256").update(text).digest("hex")).toString("base64");
const xsd = "urn:oasis:names:specification:ubl:schema:xsd:";
const [cac, cbc, ext] = [
  `${xsd}CommonAggregateComponents-2`,
  `${xsd}CommonBasicComponents-2`,
  `${xsd}CommonExtensionComponents-2`,
];

/**
 * Computes the invoice hash with another implementation of C14N than ours, and reads the QR code and the previous hash.
 * Throws on text that is not XML.
 */
export function hashByCanonicalForm(source: string): { hash: Buffer; qr: string | undefined; pih: string | undefined } {
  const root = new DOMParser().parseFromString(source, "text/xml").documentElement;
  if (!root) throw new Error("This is no XML");
  const findAll = (space: string, name: string): Element[] => Array.from(root.getElementsByTagNameNS(space, name));
  const getId = (node: Element) => node.getElementsByTagNameNS(cbc, "ID")[0]?.textContent;
  const references = findAll(cac, "AdditionalDocumentReference");
  const getAttachment = (id: string) =>
    references.find((node) => getId(node) === id)?.getElementsByTagNameNS(cbc, "EmbeddedDocumentBinaryObject")[0]
      ?.textContent ?? undefined;
  const [qr, pih] = [getAttachment("QR"), getAttachment("PIH")];
  const removed = [
    ...findAll(ext, "UBLExtensions"),
    ...findAll(cac, "Signature"),
    ...references.filter((node) => getId(node) === "QR"),
  ];
  for (const node of removed) node.parentNode?.removeChild(node);
  const canonical = new C14nCanonicalization().process(root, {});
  return { hash: createHash("sha256").update(canonical.toString()).digest(), qr, pih };
}

/**
 * Returns the names of the checks that fail; an empty list for a correct document. `previous` is the hash that the
 * document must name as the previous one, in base64.
 */
export function checkEInvoice(source: string, previous?: string): string[] {
  const findPart = (pattern: RegExp) => source.match(pattern)?.[1] ?? "";
  const failed: string[] = [];
  const check = (name: string, passes: boolean) => void (passes || failed.push(name));
  const { hash, qr, pih } = hashByCanonicalForm(source);
  check("invoice hash", hash.toString("base64") === findPart(/invoiceSignedData[\s\S]*?<ds:DigestValue>([^<]+)/));
  if (previous) check("previous hash", pih === previous);
  const body = findPart(/<ds:X509Certificate>([^<]+)/).trim();
  const certificate = new X509Certificate(`-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`);
  const signature = findPart(/<ds:SignatureValue>([^<]+)/).trim();
  check("curve", certificate.publicKey.asymmetricKeyDetails?.namedCurve === "secp256k1");
  check("signature over the hash", verify("sha256", hash, certificate.publicKey, Buffer.from(signature, "base64")));
  const digest = findPart(/CertDigest>[\s\S]*?<ds:DigestValue>([^<]+)/);
  check("certificate digest", digest === hexDigest(body));
  const issuer = findPart(/<ds:X509IssuerName>([^<]+)/);
  check("issuer", issuer === certificate.issuer.split("\n").toReversed().join(", "));
  const serial = findPart(/<ds:X509SerialNumber>([^<]+)/);
  check("serial", serial === BigInt(`0x${certificate.serialNumber}`).toString());
  const ds = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
  const lines: [number, string][] = [
    [0, '<xades:SignedProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Id="xadesSignedProperties">'],
    [36, "<xades:SignedSignatureProperties>"],
    [40, `<xades:SigningTime>${findPart(/<xades:SigningTime>([^<]+)/)}</xades:SigningTime>`],
    [40, "<xades:SigningCertificate>"],
    [44, "<xades:Cert>"],
    [48, "<xades:CertDigest>"],
    [52, `<ds:DigestMethod ${ds} Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>`],
    [52, `<ds:DigestValue ${ds}>${digest}</ds:DigestValue>`],
    [48, "</xades:CertDigest>"],
    [48, "<xades:IssuerSerial>"],
    [52, `<ds:X509IssuerName ${ds}>${issuer}</ds:X509IssuerName>`],
    [52, `<ds:X509SerialNumber ${ds}>${serial}</ds:X509SerialNumber>`],
    [48, "</xades:IssuerSerial>"],
    [44, "</xades:Cert>"],
    [40, "</xades:SigningCertificate>"],
    [36, "</xades:SignedSignatureProperties>"],
    [32, "</xades:SignedProperties>"],
  ];
  const text = lines.map(([blanks, line]) => " ".repeat(blanks) + line).join("\n");
  check("signed properties", hexDigest(text) === findPart(/#xadesSignedProperties[\s\S]*?<ds:DigestValue>([^<]+)/));
  // The indentation inside the document counts too: with other blanks the authority rejects the document.
  check(
    "signed properties in place",
    source.includes(
      lines
        .slice(1, 4)
        .map(([n, line]) => " ".repeat(n) + line)
        .join("\n"),
    ),
  );
  if (qr === undefined) return [...failed, "QR there"];
  const bytes = Buffer.from(qr, "base64");
  const tags: Buffer[] = [];
  for (let offset = 0; offset < bytes.length; offset += 2 + (bytes[offset + 1] ?? 0))
    tags[bytes[offset] ?? 0] = bytes.subarray(offset + 2, offset + 2 + (bytes[offset + 1] ?? 0));
  const getFirst = (name: string) => findPart(new RegExp(`<cbc:${name}[^>]*>([^<]*)<`));
  const withoutZone = (time: string | undefined) => time?.replace(/Z$/, "");
  check(
    "QR 1 seller",
    findPart(/AccountingSupplierParty>[\s\S]*?<cbc:RegistrationName>([^<]*)/).startsWith(escapeXml(tags[1])),
  );
  check("QR 2 VAT number", tags[2]?.toString() === findPart(/<cbc:CompanyID>([^<]*)/));
  check(
    "QR 3 time",
    withoutZone(tags[3]?.toString()) === withoutZone(`${getFirst("IssueDate")}T${getFirst("IssueTime")}`),
  );
  check("QR 4 total", Number(tags[4]?.toString()) === Number(getFirst("TaxInclusiveAmount")));
  check("QR 5 VAT", Number(tags[5]?.toString()) === Number(getFirst("TaxAmount")));
  check("QR 6 hash", tags[6]?.toString() === hash.toString("base64"));
  check("QR 7 signature", tags[7]?.toString() === signature);
  check("QR 8 key", tags[8]?.equals(certificate.publicKey.export({ type: "spki", format: "der" })) ?? false);
  const isSimplified = findPart(/InvoiceTypeCode name="(..)/) === "02";
  check("QR 9 certificate's signature", !isSimplified || (tags[9] !== undefined && certificate.raw.includes(tags[9])));
  check("QR length", qr.length <= 1000);
  return failed;
}

const escapeXml = (text: Buffer | undefined) =>
  (text?.toString() ?? "-").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
