import type { DeliveryDetail } from '@parley/contract';
import { Timestamp, ToneIcon } from '@parley/ui/components';
import { Raw } from '../detail/raw.tsx';
import { Section } from '../detail/section.tsx';
import { tellAnswer, tellDuration } from './tell-answer.ts';
import styles from './tries.module.css';

type Try = DeliveryDetail['delivery']['history'][number];

/** The requests that were sent for a delivery, newest first. */
export function Tries({ tries }: { readonly tries: readonly Try[] }) {
  return (
    <Section title="Tries">
      {tries.length === 0 && <p className="muted">None yet: it is sent in a moment.</p>}
      <ol className={styles.tries} reversed>
        {tries.toReversed().map((one) => (
          <TryItem key={one.number} one={one} />
        ))}
      </ol>
    </Section>
  );
}

function TryItem({ one }: { readonly one: Try }) {
  const { http_status: status } = one;
  const taken = one.failure === null && status !== null && status >= 200 && status < 300;
  return (
    <li className={`card ${styles.try}`}>
      <p className={styles.head}>
        <ToneIcon tone={taken ? 'success' : 'critical'} />
        <strong>{tellAnswer(one)}</strong>
        <span className="muted">
          Try {one.number}, <Timestamp at={one.at} form="clock" />, {tellDuration(one.duration_ms)}
        </span>
      </p>
      {one.response_body !== '' && (
        <Raw label={`What try ${one.number} was answered`} text={one.response_body} />
      )}
    </li>
  );
}
