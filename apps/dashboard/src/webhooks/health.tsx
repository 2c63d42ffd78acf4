import type { EndpointHealth } from '@parley/contract';
import { Timestamp } from '@parley/ui/components';
import type { ReactNode } from 'react';
import { Section } from '../detail/section.tsx';
import styles from './health.module.css';

/** What became of the events of the last day. */
export function Health({ health }: { readonly health: EndpointHealth['health'] }) {
  const { succeeded, failed, attempts, failed_attempts } = health.last_24_hours;
  const number = (value: number) => value.toLocaleString('en');
  return (
    <Section title="Last 24 hours">
      <dl className={`card ${styles.figures}`}>
        <Figure name="Delivered">{number(succeeded)}</Figure>
        <Figure name="Given up" wrong={failed > 0}>
          {number(failed)}
        </Figure>
        <Figure name="Waiting now">{number(health.waiting)}</Figure>
        <Figure name="Requests" wrong={failed_attempts > 0}>
          {number(attempts)}, {number(failed_attempts)} failed
        </Figure>
        <Figure name="Last success">
          {health.last_success_at ? <Timestamp at={health.last_success_at} /> : 'None'}
        </Figure>
      </dl>
    </Section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly children: ReactNode;
  /** Whether somebody should look at it. */
  readonly wrong?: boolean;
}

function Figure({ name, children, wrong = false }: FigureProps) {
  return (
    <div className={styles.figure} data-wrong={wrong || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
