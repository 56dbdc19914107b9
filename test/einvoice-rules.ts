/** The tax authority's business rules for e-invoices (section 3 of the reference "ZATCA phase 2"). */
import { DOMParser } from "@xmldom/xmldom";

/** The elements of an invoice in the order that the schema requires. */
const schemaOrder = [
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
/** Finds all elements at a path of names below `node`. */
const findAll = (node: Element, path: string): Element[] =>
  path.split("/").reduce<Element[]>((nodes, name) => nodes.flatMap((parent) => getChildren(parent, name)), [node]);
const readText = (node: Element, path: string) => findAll(node, path)[0]?.textContent ?? undefined;

const toHalalas = (text: string | undefined) =>
  text && /^-?\d+\.\d\d$/.test(text) ? Number(text.replace(".", "")) : Number.NaN;

/** Returns the names of the rules that an e-invoice breaks. Reads the XML with another parser than the site. */
export function brokenRules(source: string): string[] {
  const problems: string[] = [];
  const parser = new DOMParser({ errorHandler: (_level: string, text: string) => problems.push(text) });
  const root = parser.parseFromString(source, "text/xml").documentElement;
  if (!root) return ["this is no XML"];
  const check = (name: string, holds: boolean) => void (holds || problems.push(name));
  const text = (path: string) => readText(root, path);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

  const positions = getChildren(root).map(({ localName }) => schemaOrder.indexOf(localName ?? ""));
  check(
    "the schema's order",
    positions.every((position, index) => position >= 0 && position >= (positions[index - 1] ?? 0)),
  );
  const walk = (node: Element): void => {
    const children = getChildren(node);
    const content = node.textContent ?? "";
    const mayBeEmpty = ["DigestMethod", "CanonicalizationMethod", "SignatureMethod", "Transform"];
    check(`F-03 ${node.localName} is not empty`, content.trim() !== "" || mayBeEmpty.includes(node.localName ?? ""));
    check(
      `F-06 length of ${node.localName}`,
      children.length > 0 || node.localName?.startsWith("X509") || content.length <= 1000,
    );
    if (node.hasAttribute("currencyID")) check(`two decimals in ${node.localName}`, /^\d+\.\d\d$/.test(content));
    children.forEach(walk);
  };
  walk(root);

  const typeCode = text("InvoiceTypeCode") ?? "";
  const nameCode = findAll(root, "InvoiceTypeCode")[0]?.getAttribute("name") ?? "";
  const isSimplified = nameCode.startsWith("02");
  check(
    "KSA-03 UUID",
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text("UUID") ?? ""),
  );
  check("KSA-04 date", /^\d{4}-\d\d-\d\d$/.test(text("IssueDate") ?? ""));
  check("KSA-70 time", /^\d\d:\d\d:\d\d$/.test(text("IssueTime") ?? ""));
  check("KSA-05 type code", ["388", "381", "383"].includes(typeCode));
  check("KSA-06 name code", /^0[12]0{5}$/.test(nameCode));
  check("KSA-68 currencies", text("TaxCurrencyCode") === "SAR" && text("DocumentCurrencyCode") === "SAR");
  const references = new Map(findAll(root, "AdditionalDocumentReference").map((node) => [readText(node, "ID"), node]));
  const icv = references.get("ICV");
  check("KSA-33, 34 ICV", /^[1-9]\d*$/.test((icv && readText(icv, "UUID")) ?? ""));
  const pih = references.get("PIH");
  check(
    "KSA-26, 61 PIH",
    /^[A-Za-z0-9+/]{43}=$|^[A-Za-z0-9]{86}==$/.test(
      (pih && readText(pih, "Attachment/EmbeddedDocumentBinaryObject")) ?? "",
    ),
  );
  check(
    "KSA-27, 60 QR and stamp",
    [references.has("QR"), findAll(root, "Signature").length === 1, findAll(root, "UBLExtensions").length === 1].every(
      (isPresent) => isPresent === isSimplified,
    ),
  );
  check(
    "KSA-28, 30 ids of the signature",
    !isSimplified ||
      (text("Signature/ID") === "urn:oasis:names:specification:ubl:signature:Invoice" &&
        text("Signature/SignatureMethod") === "urn:oasis:names:specification:ubl:dsig:enveloped:xades"),
  );
  const seller = "AccountingSupplierParty/Party";
  check("KSA-39, 40 seller's VAT number", /^3\d{13}3$/.test(text(`${seller}/PartyTaxScheme/CompanyID`) ?? ""));
  check("KSA-08 seller's id", /^\d{10}$/.test(text(`${seller}/PartyIdentification/ID`) ?? ""));
  check("KSA-37 building number", /^\d{4}$/.test(text(`${seller}/PostalAddress/BuildingNumber`) ?? ""));
  check("KSA-64 additional number", /^\d{4}$/.test(text(`${seller}/PostalAddress/PlotIdentification`) ?? ""));
  check("KSA-66 postal code", /^\d{5}$/.test(text(`${seller}/PostalAddress/PostalZone`) ?? ""));
  for (const name of ["StreetName", "CitySubdivisionName", "CityName"])
    check(`KSA-09 seller's ${name}`, Boolean(text(`${seller}/PostalAddress/${name}`)));
  const buyer = "AccountingCustomerParty/Party";
  check("the buyer's element stays", findAll(root, buyer).length === 1);
  check("KSA-42 buyer's name", isSimplified || Boolean(text(`${buyer}/PartyLegalEntity/RegistrationName`)));
  check(
    "KSA-44 buyer's VAT number",
    isSimplified || /^3\d{13}3$/.test(text(`${buyer}/PartyTaxScheme/CompanyID`) ?? ""),
  );
  const [from, to] = [text("Delivery/ActualDeliveryDate"), text("Delivery/LatestDeliveryDate")];
  check("KSA-15 supply date", isSimplified || typeCode !== "388" || /^\d{4}-\d\d-\d\d$/.test(from ?? ""));
  check("KSA-35, 36 last day of supply", to === undefined || (from !== undefined && from <= to));
  check("KSA-16 payment code", ["10", "30", "42", "48", "1"].includes(text("PaymentMeans/PaymentMeansCode") ?? ""));
  check("KSA-17 reason of a note", typeCode === "388" || Boolean(text("PaymentMeans/InstructionNote")));
  check(
    "KSA-56 invoice of a note",
    (typeCode !== "388") === Boolean(text("BillingReference/InvoiceDocumentReference/ID")),
  );

  const lines = findAll(root, "InvoiceLine");
  const amount = (path: string) => toHalalas(text(path));
  const taxTotals = findAll(root, "TaxTotal");
  check(
    "EN16931-08, 09 two tax totals",
    taxTotals.length === 2 && taxTotals.map((taxTotal) => getChildren(taxTotal, "TaxSubtotal").length).join() === "0,1",
  );
  const vat = amount("TaxTotal/TaxAmount");
  const percent = Number(text("TaxTotal/TaxSubtotal/TaxCategory/Percent"));
  const net = amount("TaxTotal/TaxSubtotal/TaxableAmount");
  check("KSA-18 category", text("TaxTotal/TaxSubtotal/TaxCategory/ID") === "S" && percent > 0);
  check(
    "BR-CO-14 sum of VAT",
    amount("TaxTotal/TaxSubtotal/TaxAmount") === vat && toHalalas(readText(taxTotals[1] ?? root, "TaxAmount")) === vat,
  );
  // The net and the VAT of a refund are computed from its gross sum, so each may differ by a halala. The authority
  // allows a difference of less than one riyal.
  check("BR-CO-17 VAT is net by rate", Math.abs(vat - (net * percent) / 100) < (typeCode === "388" ? 0.51 : 2));
  const total = "LegalMonetaryTotal";
  const lineNets = lines.map((line) => toHalalas(readText(line, "LineExtensionAmount")));
  check("BR-CO-10 sum of lines", sum(lineNets) === amount(`${total}/LineExtensionAmount`));
  check(
    "BR-CO-13 total without VAT",
    amount(`${total}/TaxExclusiveAmount`) ===
      amount(`${total}/LineExtensionAmount`) - amount(`${total}/AllowanceTotalAmount`) &&
      amount(`${total}/TaxExclusiveAmount`) === net,
  );
  check("BR-CO-15 total with VAT", amount(`${total}/TaxInclusiveAmount`) === net + vat);
  check(
    "BR-CO-16 payable",
    amount(`${total}/PayableAmount`) === amount(`${total}/TaxInclusiveAmount`) - amount(`${total}/PrepaidAmount`),
  );
  check("lines", lines.length > 0 && new Set(lines.map((line) => readText(line, "ID"))).size === lines.length);
  for (const line of lines) {
    const lineNet = toHalalas(readText(line, "LineExtensionAmount"));
    const lineVat = toHalalas(readText(line, "TaxTotal/TaxAmount"));
    const price = toHalalas(readText(line, "Price/PriceAmount")) * Number(readText(line, "InvoicedQuantity"));
    check(
      "KSA-50 line VAT",
      lineVat === Number((BigInt(lineNet) * BigInt(Math.round(percent * 100)) * 2n + 10_000n) / 20_000n),
    );
    check("KSA-51 line with VAT", toHalalas(readText(line, "TaxTotal/RoundingAmount")) === lineNet + lineVat);
    const [allowance] = findAll(line, "AllowanceCharge");
    check(
      "line net is price less discount",
      price - (allowance ? toHalalas(readText(allowance, "Amount")) : 0) === lineNet,
    );
    if (allowance)
      check(
        "allowance is of the price",
        readText(allowance, "ChargeIndicator") === "false" && toHalalas(readText(allowance, "BaseAmount")) === price,
      );
    check(
      "line's name and category",
      Boolean(readText(line, "Item/Name")) && readText(line, "Item/ClassifiedTaxCategory/ID") === "S",
    );
  }
  return problems;
}
