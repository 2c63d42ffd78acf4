import type { MerchantSession } from '@parley/contract';
import { Amount, CopyId, StatusBadge, Timestamp } from '@parley/ui/components';
import { nextStepLabels, sessionStatusLabels } from '@parley/ui/status';
import type { Route } from 'next';
import Link from 'next/link';
import { RowPending } from '../list/row-pending.tsx';
import table from '../list/table.module.css';
import { basketTitle } from '../story/basket.ts';
import styles from './session-table.module.css';
import { SessionsHead } from './sessions-head.tsx';

/** Sessions, one to a row; the whole row leads to its session. */
export function SessionTable({ sessions }: { readonly sessions: readonly MerchantSession[] }) {
  return (
    <table className={styles.table}>
      <caption className="unseen">Sessions, newest first</caption>
      <SessionsHead />
      <tbody>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </tbody>
    </table>
  );
}

function SessionRow({ session }: { readonly session: MerchantSession }) {
  const { id, status, actionable_next_step: step } = session;
  return (
    <tr className={styles.row}>
      <td className={styles.status}>
        <StatusBadge status={sessionStatusLabels[status]} />
      </td>
      <td className={styles.amount}>
        <Amount amountMinor={session.final.amount_minor} currency={session.final.currency} />
      </td>
      <th className={styles.bought} scope="row">
        <Link className={table.link} href={`/sessions/${id}` as Route} prefetch={false}>
          {basketTitle(session.cart_snapshot) ?? session.buyer_reference}
          <RowPending />
        </Link>
      </th>
      <td className={styles.buyer} title={session.buyer_reference}>
        {session.buyer_reference}
      </td>
      <td className={styles.id}>
        <span className={table.above}>
          <CopyId id={id} label="session id" />
        </span>
      </td>
      <td className={styles.created}>
        <Timestamp at={session.created_at} />
      </td>
      <td className={styles.step}>{step === 'none' ? '–' : nextStepLabels[step]}</td>
    </tr>
  );
}
