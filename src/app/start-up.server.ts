import { loadPictures } from "#db/demo/load-pictures.server.ts";
import { sellerSettings, publicSettings } from "#features/settings/settings.server.ts";
import { isConfirmedAddress } from "#features/people/person.server.ts";
import { hasOwner, removeDemoStaff } from "#features/staff/invitations.server.ts";
import { repeatErasures } from "#features/privacy/repeat-erasures.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import { systemContext } from "./context.server.ts";
import { jobs } from "../jobs.ts";
import { mails } from "../mails.ts";
import type { Services } from "./services.server.ts";
import { tasks } from "../tasks.ts";

export async function prepareSite(services: Services): Promise<void> {
  await services.runner.prepare(jobs);
  registerMails(
    mails,
    async (ctx, locale) => {
      const [seller, settings] = await Promise.all([sellerSettings(ctx), publicSettings(ctx)]);
      return {
        name: locale === "ar" ? seller.nameAr : seller.nameEng,
        address: locale === "ar" ? settings.addressAr : settings.addressEng,
        phone: settings.phone,
        email: settings.email,
      };
    },
    isConfirmedAddress,
  );
  const ctx = systemContext(services, { kind: "job", name: "start" }, "start");
  // A restored backup may hold erased personal data: erase it again before anyone reads it.
  await repeatErasures(ctx);
  await inTransaction(ctx, loadPictures);
  if (!services.env.DEMO) {
    await removeDemoStaff(ctx);
    if (!(await hasOwner(ctx)))
      services.log.info("no owner yet; invite one: npm run staff -- invite <email> --role owner");
    return;
  }
  // Imported on demand, so that a production site does not keep demo content and accounts in memory.
  const [{ loadDemoContent }, { createDemoAccounts }, { createDemoStaff }] = await Promise.all([
    import("#db/demo/load.server.ts"),
    import("#features/people/demo-accounts.server.ts"),
    import("#features/staff/demo-staff.server.ts"),
  ]);
  await loadDemoContent(ctx, { hasHistory: services.env.DEMO_HISTORY });
  await createDemoAccounts(ctx);
  await createDemoStaff(ctx);
  if (!services.env.DEMO_HISTORY) return;
  const [{ seedHistory }, { followAddress, unpack }] = await Promise.all([
    import("#db/demo/history/seed-history.server.ts"),
    import("#db/demo/history/pack.server.ts"),
  ]);
  await seedHistory(ctx, tasks);
  await unpack(ctx);
  await followAddress(ctx);
}
