import { useState, type FormEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { clsx } from "clsx/lite";
import type { StaffReply } from "../api-types.ts";
import { m } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { passwordLength } from "../../../src/features/people/password-length.ts";
import { callStaff, StaffApiError } from "../api.ts";
import { AriaLocale } from "../frame/aria-locale.tsx";
import { Notices } from "../frame/notices.tsx";
import { beginSession } from "../frame/session.ts";
import { pageAfterSignIn } from "../layout/first-page.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useForm } from "../parts/use-form.ts";
import { CodeField } from "./code-field.tsx";
import { Gate } from "./gate.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { LinkButton } from "../../../src/ui/link-button.tsx";
import { textButtonClass } from "../parts/button-classes.ts";

type Invitation = StaffReply<"POST /api/staff/invitation">;

type Accepted = StaffReply<"POST /api/staff/invitation/accept">;

/** Accepts an invitation: name and password, then the second factor, then the recovery codes. */
export default function InvitationPage() {
  return (
    <AriaLocale>
      <InvitationSteps />
      <Notices />
    </AriaLocale>
  );
}

function InvitationSteps() {
  const { token = "" } = useParams();
  const navigate = useNavigate();
  const [accepted, setAccepted] = useState<Accepted | null>(null);
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => callStaff("POST /api/staff/invitation", { token }),
    // Each reply contains a new second factor, so it is never requested again.
    staleTime: "static",
    // After acceptance the invitation is invalid, and the new session has cleared the cache.
    enabled: accepted === null,
  });
  if (accepted)
    return (
      <Gate isWide>
        <SetupSteps current="keep" />
        <div>
          <h1 className="text-2xl/tight text-ink">{m.staff_sign_in_codes_title()}</h1>
          <p>{m.staff_sign_in_codes_text()}</p>
        </div>
        <RecoveryCodes
          codes={accepted.recoveryCodes}
          action={m.staff_sign_in_to_portal()}
          onSaved={() => {
            beginSession(accepted.staff);
            void navigate(pageAfterSignIn(accepted.staff.role));
          }}
        />
      </Gate>
    );
  // The page is empty while loading, because the form would move anything shown before it.
  if (invitation.isPending) return <LoadingState lines={0} />;
  return (
    <Gate isWide>
      {invitation.isError && (
        <>
          <Failed error={invitation.error} />
          <LinkButton variant="secondary" to="/login">
            {m.staff_sign_in_title()}
          </LinkButton>
        </>
      )}
      {invitation.data && <AcceptForm token={token} invitation={invitation.data} onAccepted={setAccepted} />}
    </Gate>
  );
}

const accountFields = ["name", "name_ar", "password", "password_confirmation"] as const;
type AccountField = (typeof accountFields)[number];
const isName = (field: AccountField): boolean => field === "name" || field === "name_ar";

/** A form in two steps that are sent together. An error of the first step is shown there, and no input is lost. */
function AcceptForm({
  token,
  invitation: { email, role, name, name_ar, secondFactor: factor },
  onAccepted,
}: {
  token: string;
  invitation: Invitation;
  onAccepted(accepted: Accepted): void;
}) {
  const form = useForm([...accountFields, "code"]);
  const [isFirstStepDone, setIsFirstStepDone] = useState(false);
  const [values, setValues] = useState({ name, name_ar: name_ar ?? "", password: "", password_confirmation: "" });
  const [code, setCode] = useState("");
  const firstWrongField = accountFields.find((field) => form.messageFor(field) !== undefined);
  const isAtCode = isFirstStepDone && firstWrongField === undefined;
  const continueToCode = () => {
    setIsFirstStepDone(false);
    return form.submit(async () => {
      const fieldErrors = Object.fromEntries(
        accountFields
          .filter((field) => field !== "name_ar" && values[field].trim() === "")
          .map((field) => [field, [m.staff_common_validation_required()]]),
      );
      if (
        values.password !== "" &&
        values.password_confirmation !== "" &&
        values.password !== values.password_confirmation
      )
        fieldErrors["password_confirmation"] = [m.staff_sign_in_mismatch()];
      if (Object.keys(fieldErrors).length > 0) throw new StaffApiError("", 422, fieldErrors);
      await callStaff("POST /api/staff/invitation/check", { token, ...values });
      setIsFirstStepDone(true);
    });
  };
  const accept = () =>
    form.submit(async () => {
      const input = { token, sealed: factor.sealed, ...values, code };
      onAccepted(await callStaff("POST /api/staff/invitation/accept", input));
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (isAtCode ? accept() : continueToCode());
  };
  const passwordRules = m.staff_sign_in_password_rules({ count: passwordLength.min });
  const renderField = (id: AccountField, autoComplete: string) => (
    <TextField
      key={id}
      id={id}
      type={isName(id) ? "text" : "password"}
      label={m[`staff_sign_in_${id}`]()}
      value={values[id]}
      onChange={(event) => setValues({ ...values, [id]: event.target.value })}
      error={form.messageFor(id)}
      hint={id === "password" ? passwordRules : undefined}
      required={id !== "name_ar"}
      autoFocus={id === firstWrongField}
      autoComplete={autoComplete}
      dir={isName(id) ? "auto" : "ltr"}
    />
  );
  return (
    <form onSubmit={submit} className="grid gap-4" noValidate>
      <SetupSteps current={isAtCode ? "check" : "account"} />
      <div>
        <h1 className="text-2xl/tight text-ink">
          {isAtCode ? m.staff_sign_in_protect_title() : m.staff_sign_in_welcome()}
        </h1>
        {isAtCode ? (
          <p>{m.staff_sign_in_protect()}</p>
        ) : (
          <p>
            {m.staff_sign_in_invited_as({ role: m[`staff_roles_${role}`]() })}{" "}
            <bdi className="font-medium">{email}</bdi>
          </p>
        )}
      </div>
      <Problem>{form.problem}</Problem>
      {isAtCode ? (
        <>
          <SecondFactor uri={factor.uri} setupKey={factor.key} />
          <CodeField value={code} onChange={setCode} error={form.messageFor("code")} />
        </>
      ) : (
        <>
          {renderField("name", "name")}
          {renderField("name_ar", "off")}
          {renderField("password", "new-password")}
          {renderField("password_confirmation", "new-password")}
        </>
      )}
      <Button type="submit" variant="primary" isPending={form.isPending}>
        {isAtCode ? m.staff_sign_in_accept() : m.staff_common_action_continue()}
      </Button>
      {isAtCode && (
        <div className="flex flex-wrap justify-between gap-x-4">
          <button type="button" className={textButtonClass} onClick={() => setIsFirstStepDone(false)}>
            {m.staff_sign_in_to_account()}
          </button>
        </div>
      )}
    </form>
  );
}

const steps = ["account", "check", "keep"] as const;

/** The steps of setting up an account, with the current one marked. */
function SetupSteps({ current }: { current: (typeof steps)[number] }) {
  const currentIndex = steps.indexOf(current);
  return (
    <ol
      className="flex flex-wrap gap-x-2.5 gap-y-1.5 text-sm text-ink-3 max-md:gap-x-1.5"
      aria-label={m.staff_sign_in_steps_title()}
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === currentIndex ? "step" : undefined}
          className="flex items-center gap-1.5 not-first:before:me-1 not-first:before:h-px not-first:before:w-5.5 not-first:before:bg-line-2 aria-[current=step]:font-medium aria-[current=step]:text-ink max-md:not-first:before:me-0 max-md:not-first:before:w-2"
        >
          <span
            className={clsx(
              "grid size-6 place-items-center rounded-full font-medium",
              index === currentIndex
                ? "bg-primary text-white"
                : index < currentIndex
                  ? "bg-primary-tint text-primary"
                  : "bg-sunken",
            )}
            aria-hidden="true"
          >
            {index < currentIndex ? <Icon name="check" size={14} /> : index + 1}
          </span>
          {m[`staff_sign_in_steps_${step}`]()}
        </li>
      ))}
    </ol>
  );
}
