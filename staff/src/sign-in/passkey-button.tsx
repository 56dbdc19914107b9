import type { StaffReply } from "../api-types.ts";
import type { PasskeyResponse } from "../../../src/features/staff/passkeys.schema.ts";
import { m } from "../messages.ts";
import { useForm } from "../parts/use-form.ts";
import { askPasskey, canUsePasskeys } from "./passkey.ts";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";

interface PasskeyButtonProps {
  /** Loads the challenge for the passkey. */
  loadOptions(): Promise<StaffReply<"POST /api/staff/confirm/passkey/options">>;
  /** Sends the signed response. */
  send(response: PasskeyResponse): Promise<void>;
}

/** Signs in with a passkey instead of a code, and shows the server's errors. Its code is loaded on demand. */
export default function PasskeyButton({ loadOptions, send }: PasskeyButtonProps) {
  const form = useForm([]);
  const signIn = () =>
    form.submit(async () => {
      const response = await askPasskey(await loadOptions());
      if (response) await send(response);
    });
  if (!canUsePasskeys) return null;
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.staff_sign_in_or()}
      </p>
      <Problem>{form.problem}</Problem>
      <Button variant="secondary" icon="key-round" isPending={form.isPending} onClick={() => void signIn()}>
        {m.staff_sign_in_use_passkey()}
      </Button>
    </>
  );
}
