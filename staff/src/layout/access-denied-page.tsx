import { useMe } from "../frame/session.ts";
import { Button } from "@mui/material";
import { Link } from "react-router";
import { m } from "../messages.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { Icon } from "../ui/icon.tsx";

/** A page that the role does not open: says which role it is, and who can change that. */
export function AccessDeniedPage() {
  const me = useMe();
  const role = m[`staff_roles_${me.role}`]();
  const name = isolate(me.name);
  return (
    <div className="empty no-permission">
      <span className="round accent">
        <Icon name="lock" size={24} />
      </span>
      <h1>{m.staff_shell_states_no_permission()}</h1>
      <p>{m.staff_shell_states_no_permission_text({ name, role })}</p>
      <Button variant="outlined" component={Link} to="/">
        {m.staff_shell_states_to_today()}
      </Button>
    </div>
  );
}
