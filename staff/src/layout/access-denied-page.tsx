import { useMe } from "../frame/session.ts";
import { m } from "../messages.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { Empty } from "../parts/states.tsx";
import { LinkButton } from "../../../src/ui/link-button.tsx";

/** Shown if the role may not open the page. Says which role the person has and who can change it. */
export function AccessDeniedPage() {
  const me = useMe();
  const role = m[`staff_roles_${me.role}`]();
  return (
    <div className="grid min-h-[60vh] content-center">
      <Empty
        as="h1"
        icon="lock"
        tone="accent"
        title={m.staff_shell_states_no_permission()}
        action={
          <LinkButton variant="secondary" to="/">
            {m.staff_shell_states_to_today()}
          </LinkButton>
        }
      >
        {m.staff_shell_states_no_permission_text({ name: isolate(me.name), role })}
      </Empty>
    </div>
  );
}
