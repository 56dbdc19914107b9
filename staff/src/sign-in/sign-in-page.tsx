import { lazy, Suspense, useState, type FormEvent } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useQuery } from "@tanstack/react-query";
import type { StaffReply } from "../api-types.ts";
import { m } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { LabelledTickBox } from "../parts/choice.tsx";
import { callStaff } from "../api.ts";
import { pageAfterSignIn } from "../layout/first-page.ts";
import { beginSession, wasSessionEnded, type Me } from "../frame/session.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { useForm } from "../parts/use-form.ts";
import { CodeField } from "./code-field.tsx";
import { Gate } from "./gate.tsx";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { iconButtonClass, textButtonClass } from "../parts/button-classes.ts";

const PasskeyButton = lazy(() => import("./passkey-button.tsx"));

interface PendingSignIn {
  email: string;
  /** A passkey is accepted instead of the code. */
  hasPasskey: boolean;
}

/** Email and password, then a code or a passkey. A trusted computer needs only the password. */
export default function SignInPage() {
  const [pendingSignIn, setPendingSignIn] = useState<PendingSignIn | null>(null);
  return (
    <Gate>
      {pendingSignIn === null ? (
        <PasswordStep onDone={setPendingSignIn} />
      ) : (
        <CodeStep {...pendingSignIn} onOtherAccount={() => setPendingSignIn(null)} />
      )}
    </Gate>
  );
}

/** Returns a function that enters the portal once the server has opened the session. */
function useEnterPortal() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return async (me: Me) => {
    beginSession(me);
    await navigate(pageAfterSignIn(me.role, params.get("next")));
  };
}

function PasswordStep({ onDone }: { onDone(pendingSignIn: PendingSignIn): void }) {
  const enterPortal = useEnterPortal();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isPasswordVisible, setIsPasswordVisible] = useState(false);
  const form = useForm(["email", "password"]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await form.submit(async () => {
      const step = await callStaff("POST /api/staff/sign-in", { email, password });
      if (step.next === "portal") await enterPortal(step.staff);
      else onDone({ email, hasPasskey: step.hasPasskey });
    });
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4" noValidate>
      <div>
        <h1 className="text-2xl/tight text-ink">{m.staff_sign_in_title()}</h1>
        <p>{m.staff_sign_in_work_account()}</p>
      </div>
      {form.problem ? (
        <Alert tone="danger" isUrgent>
          {form.problem}
        </Alert>
      ) : (
        wasSessionEnded() && <Alert>{m.staff_common_session_over()}</Alert>
      )}
      <TextField
        id="email"
        type="email"
        label={m.staff_common_email()}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={form.messageFor("email")}
        required
        autoFocus
        autoComplete="username"
        dir="ltr"
        spellCheck={false}
      />
      <TextField
        id="password"
        type={isPasswordVisible ? "text" : "password"}
        label={m.staff_sign_in_password()}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={form.messageFor("password")}
        required
        autoComplete="current-password"
        dir="ltr"
        end={
          <button
            type="button"
            title={isPasswordVisible ? m.staff_sign_in_hide_password() : m.staff_sign_in_show_password()}
            className={iconButtonClass}
            onClick={() => setIsPasswordVisible(!isPasswordVisible)}
          >
            <Icon name={isPasswordVisible ? "eye-off" : "eye"} />
          </button>
        }
      />
      <Button type="submit" variant="primary" isPending={form.isPending}>
        {m.staff_common_action_continue()}
      </Button>
      <p className="text-sm">{m.staff_sign_in_forgotten()}</p>
      <DemoAccounts
        onChoose={(account) => {
          setEmail(account.email);
          setPassword(account.password);
        }}
      />
    </form>
  );
}

function CodeStep({ email, hasPasskey, onOtherAccount }: PendingSignIn & { onOtherAccount(): void }) {
  const enterPortal = useEnterPortal();
  const [code, setCode] = useState("");
  const [trust, setTrust] = useState(false);
  const [isRecovery, setIsRecovery] = useState(false);
  const form = useForm(["code"]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await form.submit(async () => enterPortal(await callStaff("POST /api/staff/sign-in/code", { code, trust })));
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4" noValidate>
      <div>
        <h1 className="text-2xl/tight text-ink">
          {isRecovery ? m.staff_sign_in_recovery_title() : m.staff_sign_in_code_title()}
        </h1>
        <p>
          {isRecovery ? m.staff_sign_in_recovery_text() : m.staff_sign_in_code_text()}{" "}
          <bdi className="font-medium">{email}</bdi>
        </p>
      </div>
      <Problem>{form.problem}</Problem>
      <CodeField value={code} onChange={setCode} error={form.messageFor("code")} isRecovery={isRecovery} />
      <LabelledTickBox label={m.staff_sign_in_trust()} checked={trust} onChange={setTrust} />
      <Button type="submit" variant="primary" isPending={form.isPending}>
        {m.staff_sign_in_title()}
      </Button>
      {hasPasskey && (
        <Suspense>
          <PasskeyButton
            loadOptions={() => callStaff("POST /api/staff/sign-in/passkey/options")}
            send={async (response) =>
              enterPortal(await callStaff("POST /api/staff/sign-in/passkey", { response, trust }))
            }
          />
        </Suspense>
      )}
      <div className="flex flex-wrap justify-between gap-x-4">
        <button
          type="button"
          className={textButtonClass}
          onClick={() => {
            setIsRecovery(!isRecovery);
            setCode("");
          }}
        >
          {isRecovery ? m.staff_sign_in_use_app() : m.staff_sign_in_use_recovery()}
        </button>
        <button type="button" className={textButtonClass} onClick={onOtherAccount}>
          {m.staff_sign_in_other_account()}
        </button>
      </div>
      <DemoAccounts email={email} />
    </form>
  );
}

type DemoAccount = StaffReply<"GET /api/staff/demo-accounts">["data"][number];

/** Whether this site is a demo. The server writes it into the page. */
const isDemo = document.querySelector('meta[name="demo"]') !== null;

/** On a demo, lists the accounts, or shows the current code of the account with this email. */
function DemoAccounts({ email, onChoose }: { email?: string; onChoose?: (account: DemoAccount) => void }) {
  const { data } = useQuery({
    queryKey: ["demo-accounts"],
    queryFn: () => callStaff("GET /api/staff/demo-accounts"),
    enabled: isDemo,
    refetchInterval: 5_000,
  });
  const accounts = data?.data ?? [];
  if (accounts.length === 0) return null;
  const selectedAccount = accounts.find((account) => account.email === email);
  if (email !== undefined)
    return selectedAccount ? (
      <Alert>
        {m.staff_sign_in_demo_code()} <bdi className="font-medium">{selectedAccount.code}</bdi>
      </Alert>
    ) : null;
  return (
    <Alert>
      <p>{m.staff_sign_in_demo_accounts()}</p>
      <div className="flex flex-wrap items-center gap-2">
        {accounts.map((account) => (
          <button key={account.email} type="button" className={textButtonClass} onClick={() => onChoose?.(account)}>
            {m[`staff_roles_${account.role}`]()}
          </button>
        ))}
      </div>
    </Alert>
  );
}
