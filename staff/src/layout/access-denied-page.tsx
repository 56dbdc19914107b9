import { useGetIdentity, useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { Link } from "react-router-dom";
import { Empty } from "../ui/states.tsx";

/** A page that the role does not open: says which role it is, and who can change that. */
export function AccessDeniedPage() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const role = identity ? translate(`roles.${String(identity["role"])}`) : "";
  return (
    <Empty
      icon="lock"
      title={translate("shell.states.no_permission")}
      action={
        <Button variant="outlined" component={Link} to="/">
          {translate("menu.today")}
        </Button>
      }
    >
      {translate("shell.states.no_permission_text", { role })}
    </Empty>
  );
}
