import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { countUnsent, deleteLists } from "../door/door-store.ts";
import { forgetMe, signOut } from "../frame/session.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Dialog } from "../parts/dialog.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Select } from "../../../src/ui/select.tsx";
import { callStaff, staffQuery } from "../api.ts";
import { RecoveryCodes } from "../sign-in/recovery-codes.tsx";
import { Alert } from "../../../src/ui/alert.tsx";
import { Panel } from "../parts/panel.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useForm } from "../parts/use-form.ts";
import type { StaffReply } from "../api-types.ts";
import { PasskeysCard } from "./passkeys-card.tsx";
import { TrustedComputersCard } from "./trusted-computers-card.tsx";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { AsideLayout } from "../parts/aside-layout.tsx";

type Account = StaffReply<"GET /api/staff/account">;

/** The account of the signed-in person. */
export default function AccountPage() {
  const { data, error, isPending, refetch } = useQuery(staffQuery("GET /api/staff/account"));
  return (
    <>
      <ScreenHead title={m.staff_shell_account()} facts={m.staff_account_facts()} />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isPending && <LoadingState />}
      {data && (
        <AsideLayout>
          <div className="grid gap-4">
            <DetailsPanel account={data} onChange={() => void refetch()} />
            <PasskeysCard passkeys={data.passkeys} onChange={() => void refetch()} />
            <TrustedComputersCard computers={data.trustedComputers} onChange={() => void refetch()} />
          </div>
          <div className="grid gap-4">
            <RecoveryCodesPanel />
            <SessionsPanel account={data} />
          </div>
        </AsideLayout>
      )}
    </>
  );
}

function DetailsPanel({ account, onChange }: { account: Account; onChange(): void }) {
  const notify = useNotify();
  const { revalidate } = useRevalidator();
  const form = useForm(["name", "name_ar"]);
  const [name, setName] = useState(account.name);
  const [nameAr, setNameAr] = useState(account.name_ar ?? "");
  const [locale, setLocale] = useState(account.locale);
  const isChanged = name !== account.name || nameAr !== (account.name_ar ?? "") || locale !== account.locale;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await form.submit(async () => {
      await callStaff("PUT /api/staff/account", { name, name_ar: nameAr, locale });
    });
    if (!isDone) return;
    forgetMe();
    void revalidate();
    notify(m.staff_common_saved());
    onChange();
  };
  return (
    <Panel title={m.staff_common_details()}>
      <form className="grid gap-4 max-w-lg" onSubmit={(event) => void save(event)}>
        <TextField
          id="name"
          required
          label={m.staff_account_name()}
          value={name}
          error={form.messageFor("name")}
          hint={m.staff_account_name_hint()}
          onChange={(event) => setName(event.target.value)}
          maxLength={120}
          dir="auto"
          autoComplete="name"
        />
        <TextField
          id="name_ar"
          label={m.staff_account_name_ar()}
          value={nameAr}
          error={form.messageFor("name_ar")}
          hint={m.staff_account_name_ar_hint()}
          onChange={(event) => setNameAr(event.target.value)}
          maxLength={120}
          dir="auto"
          autoComplete="off"
        />
        <Select
          id="locale"
          label={m.staff_account_mail_language()}
          value={locale}
          onChange={(event) => setLocale(event.target.value as Account["locale"])}
          options={[
            { value: "en", label: "English" },
            { value: "ar", label: "العربية" },
          ]}
        />
        <p className="text-ink-3">
          {m.staff_account_email()} <bdi dir="ltr">{account.email}</bdi>
        </p>
        <Problem>{form.problem}</Problem>
        <div>
          <Button type="submit" variant="primary" disabled={!isChanged} isPending={form.isPending}>
            {m.staff_common_action_save()}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function RecoveryCodesPanel() {
  const [isConfirming, setIsConfirming] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = async () => {
    const { recoveryCodes } = await callStaff("POST /api/staff/recovery-codes");
    setCodes(recoveryCodes);
  };
  return (
    <Panel title={m.staff_account_codes()}>
      <div className="grid gap-4">
        <p>{m.staff_account_codes_text()}</p>
        <Button variant="secondary" icon="key-round" onClick={() => setIsConfirming(true)}>
          {m.staff_account_codes_new()}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        title={m.staff_account_codes_title()}
        actionLabel={m.staff_account_codes_new()}
        onClose={() => setIsConfirming(false)}
        onConfirm={renew}
      >
        <p>{m.staff_account_codes_void()}</p>
      </ConfirmDialog>
      {codes && (
        <Dialog title={m.staff_account_codes()} onClose={() => setCodes(null)} isWaiting>
          <p>{m.staff_account_codes_once()}</p>
          <RecoveryCodes codes={codes} action={m.staff_common_action_close()} onSaved={() => setCodes(null)} />
        </Dialog>
      )}
    </Panel>
  );
}

function SessionsPanel({ account }: { account: Account }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const navigate = useNavigate();
  const [unsentCount, setUnsentCount] = useState(0);
  const openDialog = async () => {
    // The count fails in a browser without storage, which cannot hold unsent check-ins.
    setUnsentCount(await countUnsent().catch(() => 0));
    setIsConfirming(true);
  };
  const signOutEverywhere = async () => {
    await signOut({ everywhere: true });
    await deleteLists().catch(() => {});
    await navigate("/login");
  };
  return (
    <Panel title={m.staff_account_sessions()}>
      <div className="grid gap-4">
        <p>
          {m.staff_account_sessions_text({ count: account.sessions })}{" "}
          {account.lastSignInAt && (
            <>
              {m.staff_account_last_sign_in()} <DateTime value={account.lastSignInAt} isInText />.
            </>
          )}
        </p>
        <Button variant="secondary" icon="log-out" mirrorsIcon onClick={() => void openDialog()}>
          {m.staff_common_action_sign_out_everywhere()}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        title={m.staff_account_sign_out_title()}
        actionLabel={m.staff_common_action_sign_out_everywhere()}
        onClose={() => setIsConfirming(false)}
        onConfirm={signOutEverywhere}
      >
        {unsentCount > 0 && <Alert tone="warning">{m.staff_door_unsent_text({ count: unsentCount })}</Alert>}
        <p>{m.staff_account_sign_out_text()}</p>
      </ConfirmDialog>
    </Panel>
  );
}
