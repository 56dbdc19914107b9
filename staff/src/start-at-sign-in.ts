import { matchPath, type createBrowserRouter } from "react-router-dom";
import { StaffApiError } from "./api.ts";
import { me } from "./providers/auth.ts";
import { openPages } from "./routes.tsx";

const open = ["/login", ...openPages.map(({ path }) => path)];

/**
 * Before anything is drawn: brings those who are not signed in to the sign-in, which leads on to where they were going.
 * react-admin would do it, too, but signs out with each refusal, clears its queries and asks again, faster than React
 * draws the navigation: ten seconds passed until it did.
 */
export async function startAtSignIn(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  const { pathname: address, search } = router.state.location;
  const pathname = address.slice(router.basename?.length) || "/";
  if (open.some((path) => matchPath(path, pathname))) return;
  try {
    await me();
  } catch (error) {
    if (!(error instanceof StaffApiError)) throw error;
    await router.navigate("/login", { replace: true, state: { nextPathname: pathname, nextSearch: search } });
  }
}
