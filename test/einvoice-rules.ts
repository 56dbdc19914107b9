/**
 * The authority's business rules (section 3 of the reference "ZATCA phase 2"), read off an XML with a parser of its own.
 * Names of rules that are broken are returned.
 */
import { DOMParser } from "@xmldom/xmldom";

/** Order of the schema. */
const order = [
  "UBLExtensions",
  "ProfileID",
  "ID",
  "UUID",
  "IssueDate",
  "IssueTime",
  "InvoiceTypeCode",
  "DocumentCurrencyCode",
  "TaxCurrencyCode",
  "BillingReference",
  "AdditionalDocumentReference",
  "Signature",
  "AccountingSupplierParty",
  "AccountingCustomerParty",
  "Delivery",
  "PaymentMeans",
  "TaxTotal",
  "LegalMonetaryTotal",
  "InvoiceLine",
];

const isElement = (node: Node): node is Element => node.nodeType === 1;
const getChildren = (node: Element | undefined, name?: string): Element[] =>
  node
    ? Array.from(node.childNodes)
        .filter(isElement)
        .filter((child) => name === undefined || child.localName === name)
    : [];
/** The elements at the end of a path. */
const at = (node: Element, path: string): Element[] =>
  path.split("/").reduce<Element[]>((nodes, name) => nodes.flatMap((one) => getChildren(one, name)), [node]);
const textAt = (node: Element, path: string) => at(node, path)[0]?.textContent ?? undefined;

const halalas = (text: string | undefined) =>
  text && /^-?\d+\.\d\d$/.test(text) ? Number(text.replace(".", "")) : Number.NaN;

export function brokenRules(source: string): string[] {
  const problems: string[] = [];
  const parser = new DOMParser({ errorHandler: (_level: string, text: string) => problems.push(text) });
  const root = parser.parseFromString(source, "text/xml").documentElement;
  if (!root) return ["this is no XML"];
  const rule = (name: string, holds: boolean) => void (holds || problems.push(name));
  const text = (path: string) => textAt(root, path);
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

  const names = getChildren(root).map(({ localName }) => order.indexOf(localName ?? ""));
  rule(
    "the schema's order",
    names.every((place, index) => place >= 0 && place >= (names[index - 1] ?? 0)),
  );
  const walk = (node: Element): void => {
    const children = getChildren(node);
    const own = node.textContent ?? "";
    const mayBeEmpty = ["DigestMethod", "CanonicalizationMethod", "SignatureMethod", "Transform"];
    rule(`F-03 ${node.localName} is not empty`, own.trim() !== "" || mayBeEmpty.includes(node.localName ?? ""));
    rule(
      `F-06 length of ${node.localName}`,
      children.length > 0 || node.localName?.startsWith("X509") || own.length <= 1000,
    );
    if (node.hasAttribute("currencyID")) rule(`two decimals in ${node.localName}`, /^\d+\.\d\d$/.test(own));
    children.forEach(walk);
  };
  walk(root);

  const typeCode = text("InvoiceTypeCode") ?? "";
  const nameCode = at(root, "InvoiceTypeCode")[0]?.getAttribute("name") ?? "";
  const isSimplified = nameCode.startsWith("02");
  rule("KSA-03 UUID", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text("UUID") ?? ""));
  rule("KSA-04 date", /^\d{4}-\d\d-\d\d$/.test(text("IssueDate") ?? ""));
  rule("KSA-70 time", /^\d\d:\d\d:\d\d$/.test(text("IssueTime") ?? ""));
  rule("KSA-05 type code", ["388", "381", "383"].includes(typeCode));
  rule("KSA-06 name code", /^0[12]0{5}$/.test(nameCode));
  rule("KSA-68 currencies", text("TaxCurrencyCode") === "SAR" && text("DocumentCurrencyCode") === "SAR");
  const references = new Map(at(root, "AdditionalDocumentReference").map((node) => [textAt(node, "ID"), node]));
  const icv = references.get("ICV");
  rule("KSA-33, 34 ICV", /^[1-9]\d*$/.test((icv && textAt(icv, "UUID")) ?? ""));
  const pih = references.get("PIH");
  rule(
    "KSA-26, 61 PIH",
    /^[A-Za-z0-9+/]{43}=$|^[A-Za-z0-9]{86}==$/.test(
      (pih && textAt(pih, "Attachment/EmbeddedDocumentBinaryObject")) ?? "",
    ),
  );
  rule(
    "KSA-27, 60 QR and stamp",
    [references.has("QR"), at(root, "Signature").length === 1, at(root, "UBLExtensions").length === 1].every(
      (there) => there === isSimplified,
    ),
  );
  rule(
    "KSA-28, 30 ids of the signature",
    !isSimplified ||
      (text("Signature/ID") === "urn:oasis:names:specification:ubl:signature:Invoice" &&
        text("Signature/SignatureMethod") === "urn:oasis:names:specification:ubl:dsig:enveloped:xades"),
  );
  const seller = "AccountingSupplierParty/Party";
  rule("KSA-39, 40 seller's VAT number", /^3\d{13}3$/.test(text(`${seller}/PartyTaxScheme/CompanyID`) ?? ""));
  rule("KSA-08 seller's id", /^\d{10}$/.test(text(`${seller}/PartyIdentification/ID`) ?? ""));
  rule("KSA-37 building number", /^\d{4}$/.test(text(`${seller}/PostalAddress/BuildingNumber`) ?? ""));
  rule("KSA-64 additional number", /^\d{4}$/.test(text(`${seller}/PostalAddress/PlotIdentification`) ?? ""));
  rule("KSA-66 postal code", /^\d{5}$/.test(text(`${seller}/PostalAddress/PostalZone`) ?? ""));
  for (const name of ["StreetName", "CitySubdivisionName", "CityName"])
    rule(`KSA-09 seller's ${name}`, Boolean(text(`${seller}/PostalAddress/${name}`)));
  const buyer = "AccountingCustomerParty/Party";
  rule("the buyer's element stays", at(root, buyer).length === 1);
  rule("KSA-42 buyer's name", isSimplified || Boolean(text(`${buyer}/PartyLegalEntity/RegistrationName`)));
  rule("KSA-44 buyer's VAT number", isSimplified || /^3\d{13}3$/.test(text(`${buyer}/PartyTaxScheme/CompanyID`) ?? ""));
  const [from, to] = [text("Delivery/ActualDeliveryDate"), text("Delivery/LatestDeliveryDate")];
  rule("KSA-15 supply date", isSimplified || typeCode !== "388" || /^\d{4}-\d\d-\d\d$/.test(from ?? ""));
  rule("KSA-35, 36 last day of supply", to === undefined || (from !== undefined && from <= to));
  rule("KSA-16 payment code", ["10", "30", "42", "48", "1"].includes(text("PaymentMeans/PaymentMeansCode") ?? ""));
  rule("KSA-17 reason of a note", typeCode === "388" || Boolean(text("PaymentMeans/InstructionNote")));
  rule(
    "KSA-56 invoice of a note",
    (typeCode !== "388") === Boolean(text("BillingReference/InvoiceDocumentReference/ID")),
  );

  const lines = at(root, "InvoiceLine");
  const amount = (path: string) => halalas(text(path));
  const taxTotals = at(root, "TaxTotal");
  rule(
    "EN16931-08, 09 two tax totals",
    taxTotals.length === 2 && taxTotals.map((one) => getChildren(one, "TaxSubtotal").length).join() === "0,1",
  );
  const vat = amount("TaxTotal/TaxAmount");
  const percent = Number(text("TaxTotal/TaxSubtotal/TaxCategory/Percent"));
  const net = amount("TaxTotal/TaxSubtotal/TaxableAmount");
  rule("KSA-18 category", text("TaxTotal/TaxSubtotal/TaxCategory/ID") === "S" && percent > 0);
  rule(
    "BR-CO-14 sum of VAT",
    amount("TaxTotal/TaxSubtotal/TaxAmount") === vat && halalas(textAt(taxTotals[1] ?? root, "TaxAmount")) === vat,
  );
  // A refund's net and VAT come of its gross sum: a halala may be on the other side. The rule allows less than one riyal.
  rule("BR-CO-17 VAT is net by rate", Math.abs(vat - (net * percent) / 100) < (typeCode === "388" ? 0.51 : 2));
  const total = "LegalMonetaryTotal";
  const lineNets = lines.map((line) => halalas(textAt(line, "LineExtensionAmount")));
  rule("BR-CO-10 sum of lines", sum(lineNets) === amount(`${total}/LineExtensionAmount`));
  rule(
    "BR-CO-13 total without VAT",
    amount(`${total}/TaxExclusiveAmount`) ===
      amount(`${total}/LineExtensionAmount`) - amount(`${total}/AllowanceTotalAmount`) &&
      amount(`${total}/TaxExclusiveAmount`) === net,
  );
  rule("BR-CO-15 total with VAT", amount(`${total}/TaxInclusiveAmount`) === net + vat);
  rule(
    "BR-CO-16 payable",
    amount(`${total}/PayableAmount`) === amount(`${total}/TaxInclusiveAmount`) - amount(`${total}/PrepaidAmount`),
  );
  rule("lines", lines.length > 0 && new Set(lines.map((line) => textAt(line, "ID"))).size === lines.length);
  for (const line of lines) {
    const lineNet = halalas(textAt(line, "LineExtensionAmount"));
    const lineVat = halalas(textAt(line, "TaxTotal/TaxAmount"));
    const price = halalas(textAt(line, "Price/PriceAmount")) * Number(textAt(line, "InvoicedQuantity"));
    rule(
      "KSA-50 line VAT",
      lineVat === Number((BigInt(lineNet) * BigInt(Math.round(percent * 100)) * 2n + 10_000n) / 20_000n),
    );
    rule("KSA-51 line with VAT", halalas(textAt(line, "TaxTotal/RoundingAmount")) === lineNet + lineVat);
    const [allowance] = at(line, "AllowanceCharge");
    rule("line net is price less discount", price - (allowance ? halalas(textAt(allowance, "Amount")) : 0) === lineNet);
    if (allowance)
      rule(
        "allowance is of the price",
        textAt(allowance, "ChargeIndicator") === "false" && halalas(textAt(allowance, "BaseAmount")) === price,
      );
    rule(
      "line's name and category",
      Boolean(textAt(line, "Item/Name")) && textAt(line, "Item/ClassifiedTaxCategory/ID") === "S",
    );
  }
  return problems;
}
