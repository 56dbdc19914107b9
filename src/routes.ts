/** TABLE OF CONTENTS 1: every page address → page file, in the specification's order. Every route in English and under /ar. */
import { index, prefix, route, type RouteConfig } from "@react-router/dev/routes";

export default prefix("ar?", [
  index("site/pages/home.tsx"),
  route("login", "features/accounts/pages/login.tsx"),
  route("register", "features/accounts/pages/register.tsx"),
  route("my-courses", "features/sales/pages/my-courses.tsx"),
  route("my-courses/:id", "features/sales/pages/order-detail.tsx"),
  route("courses", "features/catalogue/pages/courses.tsx"),
  route("courses/:slug", "site/pages/course-detail.tsx"),
  route("checkout/:slug?", "features/sales/pages/checkout.tsx"),
  route("order-response", "features/sales/pages/order-response.tsx"),
  route("*", "site/pages/not-found.tsx"),
]) satisfies RouteConfig;
