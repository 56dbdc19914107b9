import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff } from "../api.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { canUsePasskeys, makePasskey } from "../sign-in/passkey.ts";
import { Panel } from "../parts/panel.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { useForm } from "../parts/use-form.ts";
import type { StaffReply } from "../api-types.ts";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

type Passkey = StaffReply<"GET /api/staff/account">["passkeys"][number];

/** Creates a passkey on this device and registers it. Returns false if the person cancels. */
async function addPasskey(name: string): Promise<boolean> {
  const options = await callStaff("POST /api/staff/passkeys/options");
  const response = await makePasskey(options);
  if (response) await callStaff("POST /api/staff/passkeys", { name, response });
  return response !== null;
}

/** The passkeys of the signed-in person, with dialogs to add, rename and remove one. */
export function PasskeysCard({ passkeys, onChange }: { passkeys: Passkey[]; onChange(): void }) {
  const notify = useNotify();
  const [dialog, setDialog] = useState<{ name: "add" } | { name: "rename" | "remove"; passkey: Passkey } | null>(null);
  const close = () => setDialog(null);
  const finish = (text: string) => {
    close();
    notify(text, { type: "success" });
    onChange();
  };
  return (
    <Panel title={m.staff_account_passkeys()} count={passkeys.length}>
      <div className="grid gap-4">
        <p>{m.staff_account_passkeys_text()}</p>
        {passkeys.length > 0 && (
          <ul className="m-0 list-none p-0">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className="flex items-center gap-1 border-t border-line py-2 last:border-b">
                <span className="min-w-0 flex-1">
                  <bdi className="font-medium">{passkey.name}</bdi>
                  <SecondLine>
                    {m.staff_account_added()} <DateTime value={passkey.createdAt} isInText />
                    {" · "}
                    {passkey.usedAt ? (
                      <>
                        {m.staff_account_used()} <DateTime value={passkey.usedAt} isInText />
                      </>
                    ) : (
                      m.staff_account_never_used()
                    )}
                  </SecondLine>
                </span>
                <TooltipButton
                  icon="pencil"
                  label={m.staff_account_passkeys_rename({ name: isolate(passkey.name) })}
                  onClick={() => setDialog({ name: "rename", passkey })}
                />
                <TooltipButton
                  icon="trash-2"
                  label={m.staff_common_action_remove_named({ name: isolate(passkey.name) })}
                  onClick={() => setDialog({ name: "remove", passkey })}
                />
              </li>
            ))}
          </ul>
        )}
        {canUsePasskeys ? (
          <div>
            <Button variant="secondary" icon="key-round" onClick={() => setDialog({ name: "add" })}>
              {m.staff_account_passkeys_add()}
            </Button>
          </div>
        ) : (
          <p className="text-ink-3">{m.staff_account_passkeys_unsupported()}</p>
        )}
      </div>
      {dialog?.name === "add" && (
        <NameDialog
          title={m.staff_account_passkeys_add()}
          text={m.staff_account_passkeys_add_text()}
          action={m.staff_common_action_continue()}
          onClose={close}
          save={async (name) => {
            if (await addPasskey(name)) finish(m.staff_account_passkeys_added());
          }}
        />
      )}
      {dialog?.name === "rename" && (
        <NameDialog
          title={m.staff_account_passkeys_rename({ name: isolate(dialog.passkey.name) })}
          currentName={dialog.passkey.name}
          action={m.staff_common_action_save()}
          onClose={close}
          save={async (name) => {
            await callStaff("PUT /api/staff/passkeys/:id", { id: dialog.passkey.id, name });
            finish(m.staff_common_saved());
          }}
        />
      )}
      {dialog?.name === "remove" && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={m.staff_account_passkeys_remove_title()}
          actionLabel={m.staff_common_action_remove()}
          onClose={close}
          onConfirm={async () => {
            await callStaff("DELETE /api/staff/passkeys/:id", { id: dialog.passkey.id });
            finish(m.staff_account_passkeys_removed());
          }}
        >
          <p>{m.staff_account_passkeys_remove_text({ name: isolate(dialog.passkey.name) })}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

interface NameDialogProps {
  title: string;
  text?: string;
  currentName?: string;
  action: string;
  save(name: string): Promise<void>;
  onClose(): void;
}

function NameDialog({ title, text, currentName = "", action, save, onClose }: NameDialogProps) {
  const [name, setName] = useState(currentName);
  const [isDeviceRegistered, setIsDeviceRegistered] = useState(false);
  const form = useForm(["name"]);
  const submit = () =>
    form.submit(async () => {
      setIsDeviceRegistered(false);
      try {
        await save(name);
      } catch (error) {
        if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
        setIsDeviceRegistered(true);
      }
    });
  const problem = isDeviceRegistered ? m.staff_account_passkeys_known() : form.problem;
  return (
    <Dialog
      title={title}
      size="sm"
      isWaiting={form.isPending}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={form.isPending}>
            {m.staff_common_action_cancel()}
          </Button>
          <Button type="submit" variant="primary" isPending={form.isPending} disabled={name.trim() === ""}>
            {action}
          </Button>
        </>
      }
    >
      {text && <p>{text}</p>}
      <Problem>{problem}</Problem>
      <TextField
        id="passkey-name"
        autoFocus
        required
        label={m.staff_common_name()}
        hint={m.staff_account_passkeys_name_hint()}
        value={name}
        error={form.messageFor("name")}
        onChange={(event) => setName(event.target.value)}
        maxLength={60}
        dir="auto"
        autoComplete="off"
      />
    </Dialog>
  );
}
