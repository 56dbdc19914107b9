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
