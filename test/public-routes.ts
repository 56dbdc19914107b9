/** Every page address of src/routes.ts, for tests and benchmarks of all pages. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../src/routes.ts";

/** An address of the demo content for every route with a part that varies. */
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
  // A token that is none answers 404: e2e/ticket.spec.ts looks at those of tickets, e2e/claim-seat.spec.ts at those of claim links.
  "ticket/:token": [],
  "claim/:token": [],
  // e2e/private-run.spec.ts looks at one.
  "quotation/:token": [],
  "profile/confirm-email/:token": ["profile/confirm-email/example-token"],
  "reset-password-form/:token": ["reset-password-form/example-token"],
  "newsletter/confirm/:token": [],
  "newsletter/unsubscribe/:token": [],
};

function addresses({ path = "" }: RouteConfigEntry): string[] {
  const own = path.replace(/^ar\?\/?/, "");
  if (own === "*") return [];
  const known = examples[own];
  if (!known && own.includes(":")) throw new Error(`Name an example of the route ${own} in test/public-routes.ts`);
  return (known ?? [own]).map((address) => `/${address}`);
}

/**
 * English addresses without a slash at the end, in the order of routes.ts; the page for unknown addresses is left out.
 */
export const publicRoutes: readonly string[] = routes.flatMap(addresses);

/** What the API answers 404 on pages whose example names nothing that is there. */
export const refusedOnExamples = ["/api/shared-record", "/api/feedback", "/api/verify-certificate"];
