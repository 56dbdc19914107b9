import { z } from "zod";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { staffRoles } from "#features/people/permissions.ts";

export const demoAccounts = staffEndpoint({
  access: "anyone",
  summary: "Lists the demo's staff with the present codes of their authenticator apps; only on a demo",
  input: z.object({}),
  reply: z.object({
    data: z.array(
      z.object({
        email: z.string(),
        password: z.string(),
        role: z.enum(staffRoles),
        code: z.string(),
        secondsLeft: z.int(),
      }),
    ),
  }),
  handle: async (ctx) => {
    // Load on demand, so that production does not load the demo's accounts.
    const { listDemoStaff } = await import("./demo-staff.server.ts");
    return { data: await listDemoStaff(ctx) };
  },
});
