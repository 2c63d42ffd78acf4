import type { Subscription } from '@parley/contract';
import type { SessionStory } from '@parley/operations';
import { CopyId, Timestamp } from '@parley/ui/components';
import { getSubscriptionStatusLabel } from '@parley/ui/subscription-status';
import Link from 'next/link';
import { Fact, Facts as FactList } from '../detail/facts.tsx';
import { subscriptionHref } from '../subscriptions/address.ts';
import styles from './facts.module.css';

interface FactsProps {
  readonly story: SessionStory;
  /** Those that it began. */
  readonly subscriptions: readonly Subscription[];
}

/** What is known of the session, in short. */
export function Facts({ story: { session, fulfillment }, subscriptions }: FactsProps) {
  const metadata = Object.keys(session.metadata).length > 0;
  return (
    <FactList>
      <Fact name="Session">
        <CopyId id={session.id} label="session id" />
      </Fact>
      <Fact name="Buyer">{session.buyer_reference}</Fact>
      <Contact contact={session.payer_contact} name="Payer" />
      <Contact contact={session.beneficiary_contact} name="Beneficiary" />
      <Fact name="Created">
        <Timestamp at={session.created_at} />
      </Fact>
      <Fact name="Last change">
        <Timestamp at={session.updated_at} />
      </Fact>
      <Fact name="Deadline">
        <Timestamp at={session.expires_at} />
      </Fact>
      <Fact name="Pricing">
        {session.pricing_mode === 'fixed' ? 'Fixed by the cart' : 'Finalised by the provider'}
      </Fact>
      <Fact name="Cart version">{session.cart_version}</Fact>
      <Fact name="Paid by">
        {session.completed_acquisition_attempt_id && (
          <CopyId id={session.completed_acquisition_attempt_id} label="attempt id" />
        )}
      </Fact>
      {subscriptions.map(({ id, status }) => (
        <Fact key={id} name="Subscription">
          <Link href={subscriptionHref(id)}>{getSubscriptionStatusLabel(status).label}</Link>{' '}
          <CopyId id={id} label="subscription id" />
        </Fact>
      ))}
      <Fact name="Fulfilment">{fulfillment.reference}</Fact>
      <Fact name="Not fulfilled because">
        {fulfillment.error_message}
        {fulfillment.error_code && <code> {fulfillment.error_code}</code>}
      </Fact>
      <Fact name="Checkout session">
        {session.provider_checkout_session_id && (
          <CopyId id={session.provider_checkout_session_id} label="checkout session id" />
        )}
      </Fact>
      <Fact name="Leads the payer to">{session.payer_destination_url}</Fact>
      <Fact name="Idempotency key">{session.idempotency_key}</Fact>
      <Fact name="Metadata">
        {metadata && <pre className={styles.json}>{JSON.stringify(session.metadata, null, 2)}</pre>}
      </Fact>
    </FactList>
  );
}

interface ContactProps {
  readonly name: string;
  readonly contact: { readonly email: string | null; readonly phone: string | null };
}

function Contact({ name, contact: { email, phone } }: ContactProps) {
  return <Fact name={name}>{[email, phone].filter(Boolean).join(', ')}</Fact>;
}
