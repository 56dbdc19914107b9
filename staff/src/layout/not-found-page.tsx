import { m } from "../messages.ts";
import { Empty } from "../parts/states.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { LinkButton } from "../../../src/ui/link-button.tsx";

export function NotFoundPage() {
  return (
    <>
      <ScreenHead title={m.staff_shell_states_not_found()} />
      <Empty
        icon="search-x"
        title={m.staff_shell_states_not_found_title()}
        action={
          <LinkButton variant="secondary" to="/">
            {m.staff_menu_today()}
          </LinkButton>
        }
      >
        {m.staff_shell_states_not_found_text()}
      </Empty>
    </>
  );
}
