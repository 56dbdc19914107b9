import { useState, type FormEvent } from "react";
import { useGetIdentity, useNotify, useTranslate } from "ra-core";
import { Button, Dialog, DialogContent, DialogTitle, MenuItem, TextField } from "@mui/material";
import { staffCall } from "../api.ts";
import { forgetMe, signOutEverywhere } from "../providers/auth.ts";
import { RecoveryCodes } from "../sign-in/recovery-codes.tsx";
import { Alert } from "../ui/alert.tsx";
import { BusyButton } from "../ui/busy-button.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Icon } from "../ui/icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useFormErrors } from "../ui/use-form-errors.ts";
import { useStaffQuery } from "../ui/use-staff-query.ts";
import type { Account } from "./account-types.ts";
import "../sign-in/sign-in.css";

/** The signed-in person's own account. */
export default function AccountPage() {
  const translate = useTranslate();
  const { data, error, isPending, refetch } = useStaffQuery<Account>("account");
  return (
    <>
      <PageHead title={translate("account.title")} facts={translate("account.facts")} />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isPending && <Loading />}
      {data && (
        <div className="with-aside">
          <Details account={data} onChange={() => void refetch()} />
          <div className="stack">
            <Codes />
            <SignOut account={data} />
          </div>
        </div>
      )}
    </>
  );
}

function Details({ account: own, onChange }: { account: Account; onChange(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { refetch: refetchIdentity } = useGetIdentity();
  const form = useFormErrors();
  const [name, setName] = useState(own.name);
  const [nameAr, setNameAr] = useState(own.name_ar ?? "");
  const [locale, setLocale] = useState(own.locale);
  const isChanged = name !== own.name || nameAr !== (own.name_ar ?? "") || locale !== own.locale;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await form.submit(async () => {
      await staffCall("PUT account", { name, name_ar: nameAr, locale });
    });
    if (!isDone) return;
    forgetMe();
    void refetchIdentity?.();
    notify("account.saved");
    onChange();
  };
  return (
    <Card title={translate("account.details")}>
      <form className="stack account-form" onSubmit={(event) => void save(event)}>
        <TextField
          id="name"
          required
          label={translate("account.name")}
          value={name}
          error={form.of("name") !== undefined}
          helperText={form.of("name") ?? translate("account.name_hint")}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 120, dir: "auto", autoComplete: "name" } }}
        />
        <TextField
          id="name_ar"
          label={translate("account.name_ar")}
          value={nameAr}
          error={form.of("name_ar") !== undefined}
          helperText={form.of("name_ar") ?? translate("account.name_ar_hint")}
          onChange={(event) => setNameAr(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 120, dir: "auto", autoComplete: "off" } }}
        />
        <TextField
          id="locale"
          select
          label={translate("account.mail_language")}
          value={locale}
          onChange={(event) => setLocale(event.target.value as Account["locale"])}
        >
          <MenuItem value="en">English</MenuItem>
          <MenuItem value="ar">العربية</MenuItem>
        </TextField>
        <p className="quiet">
          {translate("account.email")} <bdi className="ltr">{own.email}</bdi>
        </p>
        {form.general && (
          <Alert tone="wrong" isUrgent>
            {form.general}
          </Alert>
        )}
        <div>
          <BusyButton type="submit" variant="contained" disabled={!isChanged} isBusy={form.isSending}>
            {translate("ra.action.save")}
          </BusyButton>
        </div>
      </form>
    </Card>
  );
}

function Codes() {
  const translate = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = async () => {
    const { recovery_codes } = await staffCall<{ recovery_codes: string[] }>("POST recovery-codes");
    setCodes(recovery_codes);
  };
  return (
    <Card title={translate("account.codes")}>
      <div className="stack">
        <p>{translate("account.codes_text")}</p>
        <Button variant="outlined" startIcon={<Icon name="key-round" />} onClick={() => setIsAsking(true)}>
          {translate("account.codes_new")}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={translate("account.codes_title")}
        action={translate("account.codes_new")}
        onClose={() => setIsAsking(false)}
        onConfirm={renew}
      >
        <p>{translate("account.codes_void")}</p>
      </ConfirmDialog>
      <Dialog open={codes !== null} fullWidth maxWidth="sm" aria-labelledby="codes-title">
        <div className="dialog-head">
          <DialogTitle id="codes-title">{translate("account.codes")}</DialogTitle>
        </div>
        <DialogContent>
          <div className="stack">
            <p>{translate("account.codes_once")}</p>
            {codes && (
              <RecoveryCodes codes={codes} action={translate("ra.action.close")} onKept={() => setCodes(null)} />
            )}
          </div>
        </DialogContent>
      </Dialog>
    </Card>
  );
}

function SignOut({ account: own }: { account: Account }) {
  const translate = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  const signOut = async () => {
    await signOutEverywhere();
    location.assign("/staff/login");
  };
  return (
    <Card title={translate("account.sessions")}>
      <div className="stack">
        <p>
          {translate("account.sessions_text", { smart_count: own.sessions })}{" "}
          {own.last_sign_in_at && (
            <>
              {translate("account.last_sign_in")} <DateTime value={own.last_sign_in_at} isInText />.
            </>
          )}
        </p>
        <Button variant="outlined" startIcon={<Icon name="log-out" mirrors />} onClick={() => setIsAsking(true)}>
          {translate("account.sign_out")}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={translate("account.sign_out_title")}
        action={translate("account.sign_out")}
        onClose={() => setIsAsking(false)}
        onConfirm={signOut}
      >
        <p>{translate("account.sign_out_text")}</p>
      </ConfirmDialog>
    </Card>
  );
}
