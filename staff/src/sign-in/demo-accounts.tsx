import { useQuery } from "@tanstack/react-query";
import type { StaffReply } from "../api-types.ts";
import { m } from "../messages.ts";
import { callStaff } from "../api.ts";
import { Alert } from "../parts/alert.tsx";
import { textButton } from "../parts/button.tsx";

type DemoAccount = StaffReply<"GET /api/staff/demo-accounts">["data"][number];

/** Whether this site is a demo; the server writes it into the page. */
const isDemo = document.querySelector('meta[name="demo"]') !== null;

/** On a demo: its accounts to choose from, or the present code of one. Nothing on any other site. */
export function DemoAccounts({ email, onChoose }: { email?: string; onChoose?: (account: DemoAccount) => void }) {
  const { data } = useQuery({
    queryKey: ["demo-accounts"],
    queryFn: () => callStaff("GET /api/staff/demo-accounts"),
    enabled: isDemo,
    refetchInterval: 5_000,
  });
  const accounts = data?.data ?? [];
  if (accounts.length === 0) return null;
  const own = accounts.find((account) => account.email === email);
  if (email !== undefined)
    return own ? (
      <Alert>
        {m.staff_sign_in_demo_code()} <bdi className="strong">{own.code}</bdi>
      </Alert>
    ) : null;
  return (
    <Alert>
      <p>{m.staff_sign_in_demo_accounts()}</p>
      <div className="row">
        {accounts.map((account) => (
          <button key={account.email} type="button" className={textButton} onClick={() => onChoose?.(account)}>
            {m[`staff_roles_${account.role}`]()}
          </button>
        ))}
      </div>
    </Alert>
  );
}
