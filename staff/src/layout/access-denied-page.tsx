import { useGetIdentity } from "ra-core";
import { Button } from "@mui/material";
import { Link } from "react-router-dom";
import { m, textNamed } from "../messages.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { Icon } from "../ui/icon.tsx";
import { Loading } from "../ui/states.tsx";

/** A page that the role does not open: says which role it is, and who can change that. */
export function AccessDeniedPage() {
  const { identity, isPending } = useGetIdentity();
  if (isPending) return <Loading />;
  const role = identity ? (textNamed(`staff_roles_${String(identity["role"])}`) ?? "") : "";
  const name = isolate(identity?.fullName ?? "");
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
