/** The pages that tests of all pages open. */
import type { Owner } from "./test.ts";

export const publicPages = [
  "/my-courses",
  "/checkout/patient-safety-essentials",
  "/",
  "/login",
  "/register",
  "/courses",
  "/courses?q=nothing-like-this",
  "/courses/patient-safety-essentials",
  "/courses/safe-handover",
  "/courses/critical-appraisal",
  "/order-response",
];

/** Pages of texts, news, search and services, which are the same for everyone. */
export const contentPages = [
  "/about-us",
  "/about-us-arabic",
  "/mission",
  "/vision",
  "/core-values",
  "/what-we-do",
  "/privacy-policy",
  "/terms-and-conditions",
  "/faq",
  "/news",
  "/news/every-near-miss",
  "/search",
  "/search?q=audit",
  "/contact-us",
  "/thank-you",
  "/course-registration-info",
  "/medical-training-center",
  "/nama-learning-management",
  "/digital-health-solutions",
  "/hospital-information-system",
  "/consultancy-services",
];

/** Pages of a logged-in account that has the order `orderId`. */
export const ownPages = ({ orderId }: Owner): string[] => [
  "/my-courses",
  "/my-cpd",
  `/my-courses/${orderId}`,
  "/checkout/patient-safety-essentials",
  "/checkout/safe-handover",
];
