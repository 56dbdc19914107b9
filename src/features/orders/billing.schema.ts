/** The buyer's address, as the specification names its fields. */
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

/** Whom a tax invoice is made out to instead of a person. */
export interface Company {
  name: string;
  /** 15 digits, first and last 3. */
  vat_number: string;
  address: string;
}

/** The fields in the order of the form; errors go to the first wrong one. */
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

/** Fields that must not be empty. Region and postal code are optional: a person buying a seat may not know them. */
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
