import { createContext, use } from "react";

/** JSON of the page being rendered; set on the server only. */
export const StructuredDataContext = createContext("");

/** Data, not code: it needs no hash in the page's policy. */
export function StructuredDataScript() {
  const json = use(StructuredDataContext);
  return json && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
