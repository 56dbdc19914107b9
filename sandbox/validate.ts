import { getCardCompany, passesLuhn, testCards, type Company } from "./cards.ts";
import { invalidFields, refused, type FieldErrors } from "./errors.ts";
import { isCurrency } from "./money.ts";
import type { CardSource, Metadata } from "./payment.ts";
import { isHttpUrl, type Settings } from "./settings.ts";

export type Json = { [key: string]: unknown };

/** A valid request to create a payment. Never store `number`, the card number, beyond the call that reads it. */
export interface CreateInput {
  parseId: string | null;
  amount: number;
  currency: string;
  description: string | null;
  callbackUrl: string;
  metadata: Metadata | null;
  applyCoupon: boolean;
  type: CardSource["type"];
  /** Null for Apple Pay. */
  name: string | null;
  number: string;
  company: Company;
  threeDs: boolean;
  manual: boolean;
}

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const twoLatinWords = /^[A-Za-z][A-Za-z.'-]*(?: +[A-Za-z.'-]+)+$/;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Validates a request to create a payment (amounts in minor units, `now` in UTC ms). Throws one ApiError 400 that names
 * every invalid field.
 */
export function readCreate(body: Json, settings: Settings, now: number): CreateInput {
  const errors: FieldErrors = {};
  const source = body["source"];
  const input = {
    parseId: readGivenId(body["given_id"], errors),
    amount: minorUnits(body["amount"], 100, errors),
    currency: readCurrency(body["currency"], errors),
    description: description(body["description"], errors),
    callbackUrl: "",
    metadata: readMetadata(body["metadata"], errors),
    applyCoupon: body["apply_coupon"] !== false,
  };
  const url = body["callback_url"];
  if (typeof url !== "string" || url === "") errors["callback_url"] = ["is required"];
  else if (!isHttpUrl(url)) errors["callback_url"] = ["must be a valid URL"];
  else input.callbackUrl = url;

  if (!isObject(source)) {
    errors["source"] = ["is required"];
    throw invalidFields(settings, errors);
  }
  const { type } = source;
  if (type !== "creditcard" && type !== "applepay") {
    errors["source"] = ["type must be creditcard or applepay: the sandbox knows no other source"];
    throw invalidFields(settings, errors);
  }
  const cardErrors: FieldErrors = {};
  const card = type === "applepay" ? readToken(source, cardErrors) : readCard(source, cardErrors, now);
  for (const [field, messages] of Object.entries(cardErrors)) errors[settings.cardFieldPrefix + field] = messages;
  if (card === null || Object.keys(errors).length > 0) throw invalidFields(settings, errors);
  if (source["save_card"] === true && !card.threeDs)
    throw refused("Validation Failed", "save_card requires 3ds to be enabled");
  return { ...input, type, ...card };
}

type Card = Pick<CreateInput, "name" | "number" | "company" | "threeDs" | "manual">;

function readCard(source: Json, errors: FieldErrors, now: number): Card | null {
  const name = text(source["name"]).trim();
  if (name === "") errors["name"] = ["is required"];
  else if (!twoLatinWords.test(name) || name.length > 100)
    errors["name"] = ["must be at least two words in Latin letters"];

  const number = text(source["number"]).replaceAll(" ", "");
  const company = getCardCompany(number);
  if (number === "") errors["number"] = ["is required"];
  else if (!/^\d{15,19}$/.test(number) || !passesLuhn(number)) errors["number"] = ["is not a valid card number"];
  else if (company === null) errors["company"] = ["is not a supported card network"];

  const cvc = text(source["cvc"]);
  if (cvc === "") errors["cvc"] = ["is required"];
  else if (!(company === "amex" ? /^\d{4}$/ : /^\d{3}$/).test(cvc))
    errors["cvc"] = [`must be ${company === "amex" ? 4 : 3} digits`];

  checkExpiry(text(source["month"]), text(source["year"]), errors, now);
  for (const flag of ["3ds", "manual", "save_card"]) {
    const value = source[flag];
    if (value !== undefined && value !== null && typeof value !== "boolean") errors[flag] = ["must be true or false"];
  }
  const descriptor = source["statement_descriptor"];
  if (descriptor !== undefined && descriptor !== null && !/^[\w \-~]{1,64}$/.test(text(descriptor)))
    errors["statement_descriptor"] = ["is invalid"];
  return company === null
    ? null
    : { name, number, company, threeDs: source["3ds"] !== false, manual: source["manual"] === true };
}

/** Card networks that the provider accepts in Apple Pay, by Apple's name in lower case. */
const companyByNetwork: Record<string, Company> = {
  mada: "mada",
  visa: "visa",
  mastercard: "master",
  amex: "amex",
};

/** Reads an Apple Pay token, a JSON string. It hides the card number, so a test card of the same network replaces it. */
function readToken(source: Json, errors: FieldErrors): Card | null {
  const token = parseObject(text(source["token"]));
  const method = token["paymentMethod"];
  const company = companyByNetwork[isObject(method) ? text(method["network"]).toLowerCase() : ""];
  if (text(source["token"]) === "") errors["token"] = ["is required"];
  else if (!isObject(token["paymentData"])) errors["token"] = ["is not a valid Apple Pay token"];
  else if (company === undefined) errors["company"] = ["is not a supported card network"];
  const number = testCards.flatMap(({ numbers }) => (company && numbers[company]) ?? [])[0];
  return company && number ? { name: null, number, company, threeDs: false, manual: source["manual"] === true } : null;
}

function parseObject(json: string): Json {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function checkExpiry(monthText: string, yearText: string, errors: FieldErrors, now: number): void {
  const month = /^\d{1,2}$/.test(monthText) ? Number(monthText) : 0;
  const year = /^\d{4}$/.test(yearText) ? Number(yearText) : /^\d{2}$/.test(yearText) ? 2000 + Number(yearText) : 0;
  if (monthText === "") errors["month"] = ["is required"];
  else if (month < 1 || month > 12) errors["month"] = ["must be between 1 and 12"];
  if (yearText === "") errors["year"] = ["is required"];
  else if (year === 0) errors["year"] = ["must have two or four digits"];
  if (errors["month"] || errors["year"]) return;
  // A card is valid until its month has ended in every time zone: the first of the next month at UTC−12.
  if (Date.UTC(year, month, 1, 12) <= now) errors["year"] = ["the card has expired"];
}

/** Reads an integer of at least `minimum` minor units. If invalid, adds to `errors` and returns 0. */
export function minorUnits(value: unknown, minimum: number, errors: FieldErrors): number {
  if (value === undefined || value === null) errors["amount"] = ["is required"];
  else if (!Number.isSafeInteger(value)) errors["amount"] = ["must be an integer"];
  else if (Number(value) < minimum) errors["amount"] = [`The value must be greater than or equal to ${minimum}.`];
  else return Number(value);
  return 0;
}

/** Reads metadata within the provider's limits. Leaves out empty values, which unset a key. */
export function readMetadata(value: unknown, errors: FieldErrors): Metadata | null {
  if (value === undefined || value === null) return null;
  if (!isObject(value)) {
    errors["metadata"] = ["must be an object"];
    return null;
  }
  const entries = Object.entries(value);
  const valid: Metadata = {};
  if (entries.length > 30) errors["metadata"] = ["must not have more than 30 keys"];
  for (const [key, item] of entries) {
    if (key.length > 40) errors["metadata"] = ["keys must not be longer than 40 characters"];
    else if (item === "" || item === null) continue;
    else if (typeof item !== "string" && typeof item !== "number" && typeof item !== "boolean")
      errors["metadata"] = ["values must be plain text or numbers"];
    else if (String(item).length > 500) errors["metadata"] = ["values must not be longer than 500 characters"];
    else Object.defineProperty(valid, key, { value: item, enumerable: true, writable: true, configurable: true });
  }
  return valid;
}

/** Reads the merchant's note. Null if missing or invalid. */
export function description(value: unknown, errors: FieldErrors): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" && value.length <= 1000) return value;
  errors["description"] = ["must be a text of at most 1000 characters"];
  return null;
}

function readCurrency(value: unknown, errors: FieldErrors): string {
  if (value === undefined || value === null) return "SAR";
  if (typeof value === "string" && isCurrency(value)) return value;
  errors["currency"] = ["is not a supported currency"];
  return "SAR";
}

function readGivenId(value: unknown, errors: FieldErrors): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" && uuid4.test(value)) return value.toLowerCase();
  errors["given_id"] = ["must be a UUID of version 4"];
  return null;
}

export const text = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
