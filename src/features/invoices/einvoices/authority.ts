/** Where documents count, and where they are only rehearsed. */
export type EInvoiceEnvironment = "simulation" | "production";
