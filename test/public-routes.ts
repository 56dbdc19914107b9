/** The paths of all pages of src/routes.ts, for tests and benchmarks of all pages. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../src/routes.ts";

/** Example paths for every route with parameters, from the demo content. */
const examples: Record<string, string[]> = {
  "courses/:slug": ["courses/patient-safety-essentials"],
  "news/:slug": ["news/every-near-miss"],
  "verify/:number?": ["verify", "verify/NH-2027-K7Q4-9M2X"],
  "checkout/:slug?": ["checkout/patient-safety-essentials"],
  "my-courses/:id": ["my-courses/1"],
  "my-courses/:id/change": ["my-courses/1/change"],
  "waiting-list/:id": ["waiting-list/1"],
  "new-dates/:verb/:token": ["new-dates/stop/example-token"],
  "r/:code": ["r/example-code"],
  "feedback/:token": ["feedback/example-token"],
  // An invalid token answers 404. e2e/ticket.spec.ts opens pages of tickets, e2e/claim-seat.spec.ts claim links.
  "ticket/:token": [],
  "claim/:token": [],
  // e2e/private-run.spec.ts opens a quotation.
  "quotation/:token": [],
  "profile/confirm-email/:token": ["profile/confirm-email/example-token"],
  "reset-password-form/:token": ["reset-password-form/example-token"],
  "newsletter/confirm/:token": [],
  "newsletter/unsubscribe/:token": [],
};

function listPaths({ path = "" }: RouteConfigEntry): string[] {
  const route = path.replace(/^ar\?\/?/, "");
  if (route === "*") return [];
  const examplePaths = examples[route];
  if (!examplePaths && route.includes(":"))
    throw new Error(`Add an example for the route ${route} to test/public-routes.ts`);
  return (examplePaths ?? [route]).map((examplePath) => `/${examplePath}`);
}

/** English paths without a final slash, in the order of routes.ts. The page for unknown paths is left out. */
export const publicRoutes: readonly string[] = routes.flatMap(listPaths);

/** API paths that answer 404 on pages whose example names a record that does not exist. */
export const refusedOnExamples = ["/api/shared-record", "/api/feedback", "/api/verify-certificate"];
