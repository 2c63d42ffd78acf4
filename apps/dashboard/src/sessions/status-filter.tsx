import { type SessionStatus, sessionStatuses } from '@parley/domain';
import { sessionStatusLabels } from '@parley/ui/status';
import { type Choice, Choices } from '../list/choices.tsx';
import { listHref } from './list-address.ts';

interface StatusFilterProps {
  readonly counts: readonly { readonly status: SessionStatus; readonly count: number }[];
  readonly status: SessionStatus | undefined;
}

/** The statuses there are, each with its number; what waits for a person comes first. */
export function StatusFilter({ counts, status }: StatusFilterProps) {
  const count = new Map(counts.map((one) => [one.status, one.count]));
  const total = counts.reduce((sum, one) => sum + one.count, 0);
  const choiceOf = (to: SessionStatus): Choice => ({
    word: sessionStatusLabels[to].label,
    href: listHref({ status: to }),
    chosen: to === status,
    count: count.get(to) ?? 0,
  });
  const needsYou: Choice = {
    ...choiceOf('payment_conflicted'),
    word: 'Needs you',
    ...(count.has('payment_conflicted') && { tone: 'critical' as const }),
  };
  const others = sessionStatuses.filter(
    (one) => one !== 'payment_conflicted' && (count.has(one) || one === status),
  );
  const all = { word: 'All', href: listHref({}), chosen: status === undefined, count: total };
  return <Choices label="Filter by status" choices={[all, needsYou, ...others.map(choiceOf)]} />;
}
