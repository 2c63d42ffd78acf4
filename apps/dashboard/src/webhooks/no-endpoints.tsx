import type { Route } from 'next';
import Link from 'next/link';
import { Empty } from '../list/empty.tsx';

export function AddEndpoint() {
  return (
    <Link className="button" data-kind="first" href={'/webhooks/new' as Route}>
      Add endpoint
    </Link>
  );
}

/** Why there is no endpoint to see. */
export function NoEndpoints() {
  return (
    <Empty title="No endpoints yet.">
      An endpoint is a URL of yours that Parley posts every event to: a session paid, a payment in
      conflict, a subscription ended. Without one your server has to ask.
    </Empty>
  );
}
