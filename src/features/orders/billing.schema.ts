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

/** Replaces the buyer on a tax invoice. */
export interface Company {
  name: string;
  /** 15 digits, first and last 3. */
  vat_number: string;
  address: string;
  /** The company's own number for this purchase; absent without one. */
  purchase_order?: string | undefined;
}

/** In the order of the form. */
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

/** Region and postal code are optional: a person buying a seat may not know them. */
export const requiredBillingFields: readonly (keyof BillingAddress)[] = [
  "first_name",
  "last_name",
  "phone",
  "city",
  "address_1",
];

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

/** The address of an order as one line, such as that of the company its invoice is for; 200 characters at most. */
export const addressLine = ({ address_1, address_2, city, state, zipcode }: BillingAddress): string =>
  [...new Set([address_1, address_2, city, state, zipcode].map((part) => part.trim()).filter(Boolean))]
    .join(", ")
    .slice(0, maxAddressLine);
