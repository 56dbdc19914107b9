import { expect, it } from "vitest";
import { exampleCertificate } from "#db/factories/certificate.ts";
import { testEnv } from "#test/context.ts";
import { linkedInUrl } from "./links.server.ts";

it.each([
  ["en", "Patient safety essentials for clinical teams", "Nama Health", "/verify/NH-2027-K7Q4-9M2X"],
  ["ar", "أساسيات سلامة المرضى للفرق السريرية", "نماء الصحية", "/ar/verify/NH-2027-K7Q4-9M2X"],
] as const)("prefills LinkedIn's form with its documented parameters (%s)", (locale, name, organizationName, page) => {
  const env = testEnv({ BASE_URL: "https://nama.example" });
  const url = new URL(linkedInUrl({ env }, exampleCertificate, locale));
  expect(url.origin + url.pathname).toBe("https://www.linkedin.com/profile/add");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    startTask: "CERTIFICATION_NAME",
    name,
    organizationName,
    issueYear: "2027",
    issueMonth: "1",
    certUrl: `https://nama.example${page}`,
    certId: "NH-2027-K7Q4-9M2X",
  });
});
