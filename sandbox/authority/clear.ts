/** Stamps a standard document as the authority. `check-einvoice.ts` accepts its stamp as it accepts ours. */
import { createHash, sign } from "node:crypto";
import { authorityStamp } from "./certificates.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest();
const hexDigest = (text: string) => Buffer.from(sha256(text).toString("hex")).toString("base64");
const findPart = (xml: string, pattern: RegExp) => xml.match(pattern)?.[1] ?? "";
const decodeEntities = (text: string) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** Encodes the values of a QR code: tag, length and value of each, as base64. */
function encodeTlv(values: (string | Buffer)[]): string {
  const records = values.map((value, index) => {
    const bytes = Buffer.from(value).subarray(0, 255);
    return Buffer.concat([Buffer.from([index + 1, bytes.length]), bytes]);
  });
  return Buffer.concat(records).toString("base64");
}

function signedProperties(ds: string, xades: string, body: string, time: string): string {
  const { certificate } = authorityStamp;
  const issuer = certificate.issuer.split("\n").toReversed().join(", ");
  const line = (blanks: number, text: string) => `\n${" ".repeat(blanks)}${text}`;
  return [
    `<xades:SignedProperties${xades} Id="xadesSignedProperties">`,
    line(36, "<xades:SignedSignatureProperties>"),
    line(40, `<xades:SigningTime>${time}</xades:SigningTime>`),
    line(40, "<xades:SigningCertificate>"),
    line(44, "<xades:Cert>"),
    line(48, "<xades:CertDigest>"),
    line(52, `<ds:DigestMethod${ds} Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>`),
    line(52, `<ds:DigestValue${ds}>${hexDigest(body)}</ds:DigestValue>`),
    line(48, "</xades:CertDigest>"),
    line(48, "<xades:IssuerSerial>"),
    line(52, `<ds:X509IssuerName${ds}>${issuer}</ds:X509IssuerName>`),
    line(52, `<ds:X509SerialNumber${ds}>${BigInt(`0x${certificate.serialNumber}`)}</ds:X509SerialNumber>`),
    line(48, "</xades:IssuerSerial>"),
    line(44, "</xades:Cert>"),
    line(40, "</xades:SigningCertificate>"),
    line(36, "</xades:SignedSignatureProperties>"),
    line(32, "</xades:SignedProperties>"),
  ].join("");
}

/** Returns the document with the authority's stamp and QR code. */
export function buildClearedXml(xml: string): string {
  const { certificate, privateKey } = authorityStamp;
  const body = certificate.raw.toString("base64");
  const publicKey = certificate.publicKey.export({ type: "spki", format: "der" });
  const time = new Date().toISOString().slice(0, 19);
  // The hash leaves out the two stamp elements but keeps the white space around them.
  const [before = "", after = ""] = xml.replace(/^<\?xml[^>]*\?>\s*/, "").split("\n    <cac:AccountingSupplierParty>");
  const withStamp = (extension: string, stamps: [string, string]) =>
    `${before.replace(/^<Invoice[^>]*>/, (start) => start + extension)}\n    ${stamps[0]}\n    ${stamps[1]}\n    <cac:AccountingSupplierParty>${after}`;
  const hashBytes = sha256(withStamp("", ["", ""]));
  const hash = hashBytes.toString("base64");
  const signature = sign("sha256", hashBytes, privateKey).toString("base64");
  const getText = (name: string) => findPart(xml, new RegExp(`<cbc:${name}[^>]*>([^<]*)<`));
  const qr = encodeTlv([
    decodeEntities(findPart(xml, /AccountingSupplierParty>[\s\S]*?<cbc:RegistrationName>([^<]*)/)),
    getText("CompanyID"),
    `${getText("IssueDate")}T${getText("IssueTime")}`,
    getText("TaxInclusiveAmount"),
    getText("TaxAmount"),
    hash,
    signature,
    publicKey,
  ]);
  const xmldsig = "http://www.w3.org/2000/09/xmldsig#";
  const xades = ' xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"';
  const properties = hexDigest(signedProperties(` xmlns:ds="${xmldsig}"`, xades, body, time));
  const digestMethod = '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>';
  const extension = [
    "<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent>",
    `<ds:Signature xmlns:ds="${xmldsig}" Id="signature"><ds:SignedInfo>`,
    `<ds:Reference Id="invoiceSignedData" URI="">${digestMethod}<ds:DigestValue>${hash}</ds:DigestValue></ds:Reference>`,
    `<ds:Reference Type="${xmldsig}SignatureProperties" URI="#xadesSignedProperties">${digestMethod}<ds:DigestValue>${properties}</ds:DigestValue></ds:Reference>`,
    `</ds:SignedInfo><ds:SignatureValue>${signature}</ds:SignatureValue>`,
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
    `<ds:Object><xades:QualifyingProperties${xades} Target="signature">\n${" ".repeat(32)}`,
    signedProperties("", "", body, time),
    "</xades:QualifyingProperties></ds:Object></ds:Signature>",
    "</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>",
  ].join("");
  const reference = `<cac:AdditionalDocumentReference><cbc:ID>QR</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/plain">${qr}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`;
  const signatureElement =
    "<cac:Signature><cbc:ID>urn:oasis:names:specification:ubl:signature:Invoice</cbc:ID><cbc:SignatureMethod>urn:oasis:names:specification:ubl:dsig:enveloped:xades</cbc:SignatureMethod></cac:Signature>";
  return `<?xml version="1.0" encoding="UTF-8"?>\n${withStamp(extension, [reference, signatureElement])}`;
}
