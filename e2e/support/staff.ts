/** A colleague in the staff portal, signed in through the API, with a separate browser profile. */
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import type { StaffRole } from "#features/people/permissions.ts";
import { staffTriedCodes } from "#features/staff/tables.server.ts";
import type { PostgresSite, Visit } from "./test.ts";
import type { Viewport, Visitor } from "./visitor.ts";

export interface StaffVisitor extends Visitor {
  /** Opens a page of the portal and waits for its title. */
  openStaff(path: string): Promise<void>;
}

interface DemoAccount {
  email: string;
  password: string;
  role: StaffRole;
  code: string;
}

/**
 * Resolves when a page of the portal has settled: no API call is pending, nothing is loading, every change is rendered
 * and no animation runs. A button that a response enables, for example, fades to another colour.
 */
async function waitUntilSettled(page: Page, waitForAnswers: () => Promise<void>): Promise<void> {
  const loading = page.getByRole("status").filter({ hasText: /^(Loading|جارٍ التحميل)$/ });
  await expect(async () => {
    await waitForAnswers();
    await expect(loading).toHaveCount(0);
    // The rows of the former filter are paler until the new ones have loaded.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const runningCount = await page.evaluate(async () => {
      // A page that renders nothing more may report late that it is idle.
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
      const running = document
        .getAnimations()
        .filter(
          (animation) =>
            animation.playState === "running" && animation.effect?.getComputedTiming().iterations !== Infinity,
        );
      await Promise.all(running.map((animation) => animation.finished.catch(() => {})));
      return running.length;
    });
    // The end of an animation may have started something else, so the whole check runs again.
    expect(runningCount).toBe(0);
  }).toPass();
}

/** Local storage of a browser that has signed in to the portal. The session itself is in a cookie. */
export const signedIn = (locale: string) => ({
  "staff.locale": JSON.stringify(locale),
  "staff.signed_in": "true",
});

/** Fetches the demo account of a role, with its current code. */
export async function demoAccount(
  request: APIRequestContext,
  site: PostgresSite,
  role: StaffRole,
): Promise<DemoAccount> {
  const answer = await request.get(`${site.url}/api/staff/demo-accounts`);
  const roleAccount = ((await answer.json()) as { data: DemoAccount[] }).data.find((account) => account.role === role);
  if (!roleAccount) throw new Error(`The demo has no account for the role ${role}`);
  return roleAccount;
}

/** Opens a browser that is signed in with the demo account of a role. */
export async function openColleague(
  visit: Visit,
  site: PostgresSite,
  role: StaffRole,
  { locale = "en", width = 1440, serviceWorker = false }: Partial<Viewport> & { serviceWorker?: boolean } = {},
): Promise<StaffVisitor> {
  const visitor = await visit(site, { locale, width, serviceWorker, stored: signedIn(locale) });
  const { request } = visitor.context;
  const post = (path: string, data: object) =>
    request.post(`${site.url}/api/staff/${path}`, { data, headers: { origin: site.url } });
  const account = await demoAccount(request, site, role);
  // A code works only once, and colleagues of other journeys sign in with the same account.
  await site.database.db.delete(staffTriedCodes);
  const answers = [
    await post("sign-in", { email: account.email, password: account.password }),
    await post("sign-in/code", { code: account.code }),
  ];
  expect(answers.map((answer) => answer.status())).toEqual([200, 200]);
  return {
    ...visitor,
    checkPage: async (what) => {
      await waitUntilSettled(visitor.page, visitor.waitForAnswers);
      await visitor.checkPage(what);
    },
    openStaff: async (path) => {
      // Waits for the call of the last click. Leaving earlier would abort it, or the new page would show older data.
      await visitor.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      await visitor.waitForAnswers();
      await visitor.page.goto(`${site.url}/staff${path}`);
      await expect(visitor.page.getByRole("heading", { level: 1 })).toBeVisible();
    },
  };
}
