import { callApi } from "#platform/api-client.ts";
import { startSession, type StoredUser } from "#platform/session-token.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Form, getFormText } from "#ui/form.tsx";
import { AccountPassword } from "#features/people/components/account-password.tsx";
import { NewPasswordFields } from "#features/people/components/new-password-fields.tsx";
import type { FlashMessage } from "#features/people/use-flash-message.ts";

export function ChangePasswordForm({
  user,
  show,
  onChanged,
}: {
  user: StoredUser | null;
  show: (message: FlashMessage | undefined) => void;
  onChanged: () => void;
}) {
  async function send(data: FormData, element: HTMLFormElement) {
    if (!user) return undefined;
    show(undefined);
    const answer = await callApi("/api/change-password", {
      current_password: getFormText(data, "current_password"),
      password: getFormText(data, "password"),
      password_confirmation: getFormText(data, "password_confirmation"),
    });
    if (!answer.ok) {
      show(answer.message ? { tone: "danger", text: answer.message } : undefined);
      return answer;
    }
    startSession(answer.data.token, user);
    element.reset();
    show({ tone: "success", text: answer.data.message });
    onChanged();
    return undefined;
  }

  return (
    <Card as="section" aria-labelledby="change-password">
      <h2 id="change-password" className="mb-5 text-h3">
        {m.profile_password_change()}
      </h2>
      <Form onSend={send} className="grid gap-5 md:max-w-120">
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ""} />
        <AccountPassword name="current_password" label={m.profile_password_current()} />
        <NewPasswordFields />
        <div>
          <Button type="submit" pendingText={m.common_wait()}>
            {m.profile_password_change()}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
