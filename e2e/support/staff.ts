/** A colleague in front of the portal: signed in by API, with a browser profile of their own. */
import { expect, type APIRequestContext, type Page } from "@playwright/test";
import type { StaffRole } from "#features/people/permissions.ts";
import { staffTriedCodes } from "#features/staff/tables.server.ts";
import type { PostgresSite, Visit } from "./test.ts";
import { expectAccessible, expectStill, type Viewport, type Visitor } from "./visitor.ts";

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
 * Resolves when a page of the portal rests: no call on its way, nothing loading, what answers changed drawn, and its
 * colours those it keeps. Buttons that an answer enables change their colour for a moment.
 */
async function atRest(page: Page, answered: () => Promise<void>): Promise<void> {
  const loading = page.getByRole("status").filter({ hasText: /^(Loading|جارٍ التحميل)$/ });
  await expect(async () => {
    await answered();
    await expect(loading).toHaveCount(0);
    // Rows of the filter before are paler until the new ones are there.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const moving = await page.evaluate(async () => {
      // A page that draws nothing more may report late that it is idle.
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
      const running = document
        .getAnimations()
        .filter((one) => one.playState === "running" && one.effect?.getComputedTiming().iterations !== Infinity);
      await Promise.all(running.map((one) => one.finished.catch(() => {})));
      return running.length;
    });
    // What has moved may have begun something else.
    expect(moving).toBe(0);
  }).toPass();
}

/** What a browser remembers of a sign-in, besides the cookie. */
export const signedIn = (locale: string) => ({
  "staff.locale": JSON.stringify(locale),
  "staff.signed_in": "true",
});

/** The demo account of a role, with its current code. */
export async function demoAccount(
  request: APIRequestContext,
  site: PostgresSite,
  role: StaffRole,
): Promise<DemoAccount> {
  const answer = await request.get(`${site.url}/api/staff/demo-accounts`);
  const own = ((await answer.json()) as { data: DemoAccount[] }).data.find((account) => account.role === role);
  if (!own) throw new Error(`no demo account for ${role}`);
  return own;
}

/** Signs a browser in as the demo's account of a role. */
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
  const own = await demoAccount(request, site, role);
  // No code is good twice, and colleagues of other journeys sign in with the same account.
  await site.database.db.delete(staffTriedCodes);
  const answers = [
    await post("sign-in", { email: own.email, password: own.password }),
    await post("sign-in/code", { code: own.code }),
  ];
  expect(answers.map((answer) => answer.status())).toEqual([200, 200]);
  return {
    ...visitor,
    check: async (what) => {
      await atRest(visitor.page, visitor.answered);
      await expectAccessible(visitor.page, what);
      await expectStill(visitor.page, what);
    },
    openStaff: async (path) => {
      // What a click has just stored is answered first: leaving earlier would cut it, or read before it is written.
      await visitor.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      await visitor.answered();
      await visitor.page.goto(`${site.url}/staff${path}`);
      await expect(visitor.page.getByRole("heading", { level: 1 })).toBeVisible();
    },
  };
}
