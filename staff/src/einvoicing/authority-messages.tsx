import type { EInvoice } from "./use-einvoicing.ts";

export type AuthorityMessage = EInvoice["messages"][number];

/** Messages of the tax authority about a document, in English as the authority wrote them. */
export function AuthorityMessages({ messages }: { messages: readonly AuthorityMessage[] }) {
  return (
    <ul className="grid gap-1" dir="ltr" lang="en">
      {messages.map(({ code, text }, index) => (
        <li key={index} className="wrap-anywhere">
          {code && <span className="font-medium">{code}: </span>}
          {text}
        </li>
      ))}
    </ul>
  );
}
