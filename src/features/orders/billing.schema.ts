export interface BillingAddress {
  first_name: string;
  last_name: string;
  phone: string;
  address_1: string;
  address_2: string;
  state: string;
  city: string;
  zipcode: string;
}

/** The company that replaces the buyer on a tax invoice. */
export interface Company {
  name: string;
  /** 15 digits, first and last 3. */
  vat_number: string;
  /** One line. */
  address: string;
  /** National address in parts. Only set when the order was placed while documents are sent to the tax authority. */
  street?: string | undefined;
  /** 4 digits. */
  building_number?: string | undefined;
  district?: string | undefined;
  city?: string | undefined;
  /** 5 digits. */
  postal_code?: string | undefined;
  /** The company's own purchase number; absent without one. */
  purchase_order?: string | undefined;
}

/** Fields of the billing address, in the order of the form. */
export const billingFields = [
  "first_name",
  "last_name",
  "phone",
  "city",
  "address_1",
  "address_2",
  "state",
  "zipcode",
] as const satisfies readonly (keyof BillingAddress)[];

/** Fields that every order needs. The invoice of a private person needs no address. */
export const requiredBillingFields: readonly (keyof BillingAddress)[] = ["first_name", "last_name", "phone"];

/** Fields that the invoice of a company needs as well. */
export const companyBillingFields = ["city", "address_1"] as const satisfies readonly (keyof BillingAddress)[];

export const emptyBilling: BillingAddress = {
  first_name: "",
  last_name: "",
  phone: "",
  address_1: "",
  address_2: "",
  state: "",
  city: "",
  zipcode: "",
};

const maxAddressLine = 200;

/** The fields of a national address that checkout requires of a company in addition to the billing address. */
export const companyAddressFields = ["building_number", "district"] as const;

/** Formats an order's address as one line of at most 200 characters. */
export const addressLine = ({
  address_1,
  address_2,
  city,
  state,
  zipcode,
}: Pick<BillingAddress, "address_1" | "address_2" | "city" | "state" | "zipcode">): string =>
  [...new Set([address_1, address_2, city, state, zipcode].map((part) => part.trim()).filter(Boolean))]
    .join(", ")
    .slice(0, maxAddressLine);
