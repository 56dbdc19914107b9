import { useEffect, type ReactNode } from "react";
import { Link } from "react-router";
import { m } from "../messages.ts";
import { Icon } from "./icon.tsx";

export interface PageHeadProps {
  title: string;
  /** One line of facts under the title; null while they are not known: their place is kept. */
  facts?: ReactNode;
  /** Where the page lies, from the outside in; only inside a resource. Without an address: the page itself. */
  breadcrumb?: { label: string; to?: string }[];
  /** At most one primary button. */
  actions?: ReactNode;
  /** State beside the title: a chip, the save state. */
  state?: ReactNode;
  /** A bar that stays under the app bar: of forms. */
  sticky?: boolean;
}

/** A page's one h1, its facts and its actions; names the browser's tab, too. */
export function PageHead({ title, facts, breadcrumb, actions, state, sticky = false }: PageHeadProps) {
  const portal = m.staff_shell_title();
  useEffect(() => {
    document.title = `${title} · ${portal}`;
  }, [title, portal]);
  const up = breadcrumb?.findLastIndex(({ to }) => to !== undefined);
  const trail = breadcrumb && (
    <nav className="breadcrumb" aria-label={m.staff_shell_breadcrumb()}>
      {breadcrumb.map(({ label, to }, at) => (
        <span className={at === up ? "row up" : "row"} key={label}>
          {to === undefined ? <span aria-current="page">{label}</span> : <Link to={to}>{label}</Link>}
          {at < breadcrumb.length - 1 && <Icon name="chevron-right" size={14} mirrors />}
        </span>
      ))}
    </nav>
  );
  return (
    <>
      {!sticky && trail}
      <div className={`page-head${sticky ? " sticky" : ""}`}>
        <div>
          {sticky && trail}
          <div className="row">
            <h1>{title}</h1>
            {state}
          </div>
          {facts !== undefined && <p className="facts">{facts ?? "\u00a0"}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
    </>
  );
}
