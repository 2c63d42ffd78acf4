import type { Person } from '@parley/auth';
import { findAttention } from '../attention/find-attention.ts';
import { endpointsInTrouble } from '../attention/tell-attention.ts';
import { Mark } from './mark.tsx';
import styles from './rail.module.css';
import { RailLink } from './rail-link.tsx';
import { signOutHere } from './sign-out.ts';

/** Where one can go, for whom one works, and who one is. */
export async function Rail({ person }: { readonly person: Person }) {
  const attention = await findAttention();
  const { conflicts, failed_provider_events: failed } = attention;
  return (
    <header className={styles.rail}>
      <div className={styles.whose}>
        <Mark />
        <p className={styles.merchant}>{person.merchantName}</p>
      </div>
      <nav aria-label="Main" className={styles.places}>
        <RailLink href="/sessions" waiting={conflicts}>
          Sessions
        </RailLink>
        <RailLink href="/subscriptions">Subscriptions</RailLink>
        <RailLink href="/webhooks" waiting={endpointsInTrouble(attention, Date.now()).length}>
          Webhooks
        </RailLink>
        <RailLink href="/provider-events" waiting={failed}>
          Provider events
        </RailLink>
      </nav>
      <div className={styles.person}>
        <p className={styles.name} title={`${person.email}, ${person.role}`}>
          {person.name}
          <span className={`small ${styles.role}`}>{person.role}</span>
        </p>
        <form action={signOutHere}>
          <button className={styles.out} type="submit">
            Sign out
          </button>
        </form>
      </div>
    </header>
  );
}
