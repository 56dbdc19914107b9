import { createContext, use } from "react";

/** The data block of the page that is being rendered, as JSON; only the server gives one. */
export const StructuredDataContext = createContext("");

/** The data block for search engines. Data, not code: it needs no hash in the page's policy. */
export function StructuredDataScript() {
  const json = use(StructuredDataContext);
  return json && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
