import { Amount, CopyId, StatusBadge, Timestamp } from '@parley/ui/components';
import { nextStepLabels, sessionStatusLabels } from '@parley/ui/status';
import {
  AboveRowLink,
  type Columns,
  RowLink,
  SkeletonTable,
  Table,
  TableRow,
} from '#lists/table.tsx';
import type { Outputs } from '#trpc/outputs.ts';
import { describeCart } from './describe-cart.ts';
import { sessionHref } from './search-params.ts';
import styles from './session-table.module.css';

type Session = Outputs['sessions']['listWithCarts']['data'][number];

const columns: Columns = [
  ['Status', styles.status],
  ['Amount', styles.amount],
  ['Items', styles.items],
  ['Buyer', styles.buyer],
  ['Session', styles.id],
  ['Created', styles.created],
  ['Next step', styles.step],
];

export function SessionTable({ sessions }: { readonly sessions: readonly Session[] }) {
  return (
    <Table caption="Sessions, newest first" className={styles.table} columns={columns}>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </Table>
  );
}

/** The table while the list loads. */
export function SessionsSkeleton() {
  return <SkeletonTable className={styles.table} columns={columns} label="sessions" />;
}

function SessionRow({ session }: { readonly session: Session }) {
  const { id, status, actionable_next_step: step } = session;
  return (
    <TableRow>
      <td className={styles.status}>
        <StatusBadge status={sessionStatusLabels[status]} />
      </td>
      <td className={styles.amount}>
        <Amount amountMinor={session.final.amount_minor} currency={session.final.currency} />
      </td>
      <th className={styles.items} scope="row">
        <RowLink href={sessionHref(id)}>
          {describeCart(session.cart_snapshot) ?? session.buyer_reference}
        </RowLink>
      </th>
      <td className={styles.buyer} title={session.buyer_reference}>
        {session.buyer_reference}
      </td>
      <td className={styles.id}>
        <AboveRowLink>
          <CopyId id={id} label="session id" />
        </AboveRowLink>
      </td>
      <td className={styles.created}>
        <Timestamp at={session.created_at} />
      </td>
      <td className={styles.step}>{step === 'none' ? '–' : nextStepLabels[step]}</td>
    </TableRow>
  );
}
