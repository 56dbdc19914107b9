import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";

export function LoadFailure({ message, refetch }: { message: string; refetch: () => void }) {
  return (
    <div className="grid justify-items-start gap-4 py-3">
      <Alert tone="danger" className="w-full" announces>
        {message}
      </Alert>
      <Button variant="secondary" onClick={refetch}>
        {m.common_action_try_again()}
      </Button>
    </div>
  );
}
