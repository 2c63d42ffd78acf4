import type { Route } from 'next';
import Link from 'next/link';
import { Choices } from '../list/choices.tsx';
import { Empty } from '../list/empty.tsx';
import { endpointsHref } from './address.ts';

/** Those in use, unless the archived ones are asked for. */
interface Shown {
  readonly show: 'archived' | undefined;
}

export function AddEndpoint() {
  return (
    <Link className="button" data-kind="first" href={'/webhooks/new' as Route}>
      Add endpoint
    </Link>
  );
}

/** Why there is no endpoint to see. */
export function NoEndpoints({ show }: Shown) {
  if (show) return <Empty title="No endpoint is archived." />;
  return (
    <Empty title="No endpoints yet.">
      An endpoint is a URL of yours that Parley posts every event to: a session paid, a payment in
      conflict, a subscription ended. Without one your server has to ask.
    </Empty>
  );
}

/** The endpoints one can look at. */
export function UseFilter({ show }: Shown) {
  return (
    <Choices
      choices={[
        { word: 'In use', href: endpointsHref(), chosen: show === undefined },
        { word: 'Archived', href: endpointsHref({ show: 'archived' }), chosen: show !== undefined },
      ]}
      label="Filter endpoints by use"
    />
  );
}
