/** The pages that every test of all pages goes through. */
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

/** Pages of someone who is logged in. */
export const ownPages = ({ orderId }: Owner): string[] => [
  "/my-courses",
  `/my-courses/${orderId}`,
  "/checkout/patient-safety-essentials",
  "/checkout/safe-handover",
];
