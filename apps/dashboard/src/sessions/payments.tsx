import { Amount, Timestamp } from '@parley/ui/components';
import { CopyId } from '#components/copy-id.tsx';
import details from '#details/detail-page.module.css';
import { Section } from '#details/detail-page.tsx';
import styles from './session-page.module.css';
import type { Payment, SessionTimeline } from './session-timeline.ts';

/** The payments that the provider took for the session. */
export function Payments({ payments }: Pick<SessionTimeline, 'payments'>) {
  if (payments.length === 0) return null;
  return (
    <Section title="Payments">
      <ol className={details.attempts}>
        {payments.map((payment) => (
          <PaymentItem key={payment.provider_object_id} payment={payment} />
        ))}
      </ol>
    </Section>
  );
}

function PaymentItem({ payment }: { readonly payment: Payment }) {
  const { currency, refunded_minor: refunded, disputed_minor: disputed } = payment;
  return (
    <li className={`card ${details.attempt}`}>
      <dl className={styles.attemptFacts}>
        <div>
          <dt>Charged</dt>
          <dd>
            <Amount amountMinor={payment.amount_minor} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>Refunded</dt>
          <dd>
            {refunded === 0 ? 'Nothing' : <Amount amountMinor={refunded} currency={currency} />}
          </dd>
        </div>
        {disputed > 0 && (
          <div>
            <dt>Disputed</dt>
            <dd>
              <Amount amountMinor={disputed} currency={currency} />
            </dd>
          </div>
        )}
        <div>
          <dt>Charged at</dt>
          <dd>
            <Timestamp at={payment.captured_at} />
          </dd>
        </div>
        <div>
          <dt>Provider object</dt>
          <dd>
            <CopyId id={payment.provider_object_id} label="payment id" />
          </dd>
        </div>
      </dl>
    </li>
  );
}
