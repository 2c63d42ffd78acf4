import type { SessionStatus } from '@parley/domain';
import { sessionWords } from '@parley/ui/status';
import Link from 'next/link';
import styles from './empty-list.module.css';
import { listHref } from './list-address.ts';

/** Why there is nothing to see, and what to do. */
export function EmptyList({ status }: { readonly status: SessionStatus | undefined }) {
  if (status) {
    const { word, explanation } = sessionWords[status];
    return (
      <div className={styles.empty}>
        <p>
          <strong>No session is “{word}” now.</strong>
        </p>
        <p className={styles.why}>{explanation}</p>
        <Link className="button" href={listHref({})}>
          Show all sessions
        </Link>
      </div>
    );
  }
  return (
    <div className={styles.empty}>
      <p>
        <strong>No sessions yet.</strong>
      </p>
      <p className={styles.why}>
        A session is a charge that your server asks for: <code>POST /v1/proxy_sessions</code>. To
        see one go all the way to paid, create a test session and pay it with a test card.
      </p>
    </div>
  );
}
