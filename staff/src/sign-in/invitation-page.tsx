import { useState, type FormEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { useLogin, useNotify, useTranslate } from "ra-core";
import { Button, IconButton, TextField } from "@mui/material";
import { create } from "qrcode";
import { Link, useParams } from "react-router-dom";
import type { StaffRole } from "../../../src/features/accounts/permissions.ts";
import { staffCall } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { Icon } from "../ui/icon.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useFormErrors } from "../ui/use-form-errors.ts";
import { CodeField } from "./code-field.tsx";
import { Gate } from "./gate.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface Invitation {
  email: string;
  role: StaffRole;
  name: string;
  second_factor: { key: string; uri: string; sealed: string };
}

/** An invitation's link: name, password and second factor in one form, then the recovery codes. */
export default function InvitationPage() {
  const translate = useTranslate();
  const { token = "" } = useParams();
  const login = useLogin();
  const [codes, setCodes] = useState<string[] | null>(null);
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => staffCall<Invitation>("POST invitation", { token }),
    // Each answer has another second factor to set up.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (codes)
    return (
      <Gate isWide>
        <div>
          <h1>{translate("sign_in.codes_title")}</h1>
          <p>{translate("sign_in.codes_text")}</p>
        </div>
        <RecoveryCodes codes={codes} action={translate("sign_in.to_portal")} onKept={() => void login({}, "/")} />
      </Gate>
    );
  // Nothing that the form would push aside.
  if (invitation.isPending) return <Loading lines={0} />;
  return (
    <Gate isWide>
      {invitation.isError && (
        <>
          <Failed error={invitation.error} />
          <Button component={Link} to="/login" variant="outlined">
            {translate("sign_in.title")}
          </Button>
        </>
      )}
      {invitation.data && <AcceptForm token={token} invitation={invitation.data} onAccepted={setCodes} />}
    </Gate>
  );
}

function AcceptForm({
  token,
  invitation,
  onAccepted,
}: {
  token: string;
  invitation: Invitation;
  onAccepted(codes: string[]): void;
}) {
  const translate = useTranslate();
  const errors = useFormErrors();
  const [name, setName] = useState(invitation.name);
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [code, setCode] = useState("");
  const { second_factor: factor } = invitation;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await errors.submit(async () => {
      const input = { token, sealed: factor.sealed, name, password, password_confirmation: again, code };
      const { recovery_codes } = await staffCall<{ recovery_codes: string[] }>("POST invitation/accept", input);
      onAccepted(recovery_codes);
    });
  };
  const field = (id: string, value: string, set: (value: string) => void, type: string, autoComplete: string) => (
    <TextField
      id={id}
      type={type}
      label={translate(`sign_in.${id}`)}
      value={value}
      onChange={(event) => set(event.target.value)}
      error={errors.of(id) !== undefined}
      helperText={errors.of(id)}
      required
      fullWidth
      slotProps={{ htmlInput: { autoComplete, ...(type === "password" ? { dir: "ltr" } : {}) } }}
    />
  );
  return (
    <form onSubmit={(event) => void submit(event)} className="stack" noValidate>
      <div>
        <h1>{translate("sign_in.welcome")}</h1>
        <p>
          {translate("sign_in.invited_as", { role: translate(`roles.${invitation.role}`) })}{" "}
          <bdi className="strong">{invitation.email}</bdi>
        </p>
      </div>
      {errors.general && (
        <Alert tone="wrong" isUrgent>
          {errors.general}
        </Alert>
      )}
      {field("name", name, setName, "text", "name")}
      {field("password", password, setPassword, "password", "new-password")}
      {field("password_confirmation", again, setAgain, "password", "new-password")}
      <p>{translate("sign_in.protect")}</p>
      <div className="setup">
        <QrCode text={factor.uri} />
        <div className="stack">
          <p>{translate("sign_in.scan")}</p>
          <p className="quiet">{translate("sign_in.no_camera")}</p>
          <SetupKey value={factor.key} />
          <p>{translate("sign_in.type_code")}</p>
        </div>
      </div>
      <CodeField value={code} onChange={setCode} error={errors.of("code")} />
      <Button type="submit" variant="contained" loading={errors.isSending}>
        {translate("sign_in.accept")}
      </Button>
    </form>
  );
}

function SetupKey({ value }: { value: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    notify("sign_in.copied");
  };
  return (
    <span className="setup-key">
      <bdi className="grow">{value.replaceAll(/(.{4})/g, "$1 ").trim()}</bdi>
      <IconButton size="small" aria-label={translate("sign_in.copy_key")} onClick={() => void copy()}>
        <Icon name="copy" />
      </IconButton>
    </span>
  );
}

function QrCode({ text }: { text: string }) {
  const translate = useTranslate();
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const size = modules.size;
  const dark = Array.from(modules.data, (isDark, index) =>
    isDark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : "",
  ).join("");
  return (
    <span className="setup-code">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width="148"
        height="148"
        role="img"
        aria-label={translate("sign_in.qr")}
        shapeRendering="crispEdges"
      >
        <path d={dark} fill="#051f1c" />
      </svg>
    </span>
  );
}
