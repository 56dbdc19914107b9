import { companyPages } from "./pages/company.ts";
import { privacyPolicy } from "./pages/privacy-policy.ts";
import { termsAndConditions } from "./pages/terms-and-conditions.ts";
import type { DemoStaticPage } from "./types.ts";

/** Every page of text that the database stores. */
export const demoStaticPages: DemoStaticPage[] = [...companyPages, privacyPolicy, termsAndConditions];
