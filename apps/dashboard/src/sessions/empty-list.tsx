import type { SessionStatus } from '@parley/domain';
import { sessionStatusLabels } from '@parley/ui/status';
import Link from 'next/link';
import { Empty } from '../list/empty.tsx';
import { listHref } from './list-address.ts';

/** Why there is no session to see. */
export function EmptyList({ status }: { readonly status: SessionStatus | undefined }) {
  if (status) {
    const { label: word, explanation } = sessionStatusLabels[status];
    const toAll = (
      <Link className="button" href={listHref({})}>
        Show all sessions
      </Link>
    );
    return (
      <Empty action={toAll} title={`No session is “${word}” now.`}>
        {explanation}
      </Empty>
    );
  }
  return (
    <Empty title="No sessions yet.">
      A session is a charge that your server asks for: <code>POST /v1/proxy_sessions</code>. To see
      one go all the way to paid, create a test session and pay it with a test card.
    </Empty>
  );
}
