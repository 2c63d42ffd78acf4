'use client';

import { Timestamp } from '@parley/ui/components';
import { getSubscriptionStatusLabel } from '@parley/ui/subscription-status';
import Link from 'next/link';
import { CopyId } from '#components/copy-id.tsx';
import { Fact, Facts } from '#details/detail-page.tsx';
import { CopyCurl } from '#requests/copy-curl.tsx';
import { useMode } from '#shell/person-context.tsx';
import { subscriptionHref } from '#subscriptions/search-params.ts';
import { trpc } from '#trpc/client.ts';
import { sessionsHref } from './search-params.ts';
import styles from './session-page.module.css';
import { isRecurring, type SessionTimeline } from './session-timeline.ts';

interface SessionFactsProps {
  readonly timeline: SessionTimeline;
  /** The origin of the API. */
  readonly apiUrl: string;
}

/** The details of a session. */
export function SessionFacts({ timeline, apiUrl }: SessionFactsProps) {
  const mode = useMode();
  const { session, fulfillment } = timeline;
  const hasMetadata = Object.keys(session.metadata).length > 0;
  return (
    <Facts>
      <Fact name="Session">
        <CopyId id={session.id} label="session id" />
      </Fact>
      <Fact name="Retrieve">
        <CopyCurl
          apiUrl={apiUrl}
          request={{
            method: 'GET',
            path: `/v1/proxy_sessions/${session.id}/merchant`,
            keyKind: 'secret',
          }}
        />
      </Fact>
      <Fact name="Buyer">
        <Link
          href={sessionsHref(mode, { buyer: session.buyer_reference })}
          title="All sessions of this buyer"
        >
          {session.buyer_reference}
        </Link>
      </Fact>
      <Contact contact={session.payer_contact} name="Payer" />
      <Contact contact={session.beneficiary_contact} name="Beneficiary" />
      <Fact name="Created">
        <Timestamp at={session.created_at} />
      </Fact>
      <Fact name="Last change">
        <Timestamp at={session.updated_at} />
      </Fact>
      <Fact name="Expires">
        <Timestamp at={session.expires_at} />
      </Fact>
      <Fact name="Pricing">
        {session.pricing_mode === 'fixed' ? 'Fixed by the cart' : 'Finalized by the provider'}
      </Fact>
      <Fact name="Cart version">{session.cart_version}</Fact>
      <Fact name="Paid by">
        {session.completed_acquisition_attempt_id && (
          <CopyId id={session.completed_acquisition_attempt_id} label="attempt id" />
        )}
      </Fact>
      {isRecurring(timeline) && <SubscriptionFacts sessionId={session.id} />}
      <Fact name="Fulfillment">{fulfillment.reference}</Fact>
      <Fact name="Fulfillment error">
        {fulfillment.error_message}
        {fulfillment.error_code && <code> {fulfillment.error_code}</code>}
      </Fact>
      <Fact name="Checkout session">
        {session.provider_checkout_session_id && (
          <CopyId id={session.provider_checkout_session_id} label="checkout session id" />
        )}
      </Fact>
      <Fact name="Payer returns to">{session.payer_destination_url}</Fact>
      <Fact name="Idempotency key">{session.idempotency_key}</Fact>
      <Fact name="Metadata">
        {hasMetadata && (
          <pre className={styles.json}>{JSON.stringify(session.metadata, null, 2)}</pre>
        )}
      </Fact>
    </Facts>
  );
}

function SubscriptionFacts({ sessionId }: { readonly sessionId: string }) {
  const mode = useMode();
  const { data = [] } = trpc.subscriptions.listBySession.useQuery({ id: sessionId });
  return data.map(({ id, status }) => (
    <Fact key={id} name="Subscription">
      <Link href={subscriptionHref(mode, id)}>{getSubscriptionStatusLabel(status).label}</Link>{' '}
      <CopyId id={id} label="subscription id" />
    </Fact>
  ));
}

interface ContactProps {
  readonly name: string;
  readonly contact: { readonly email: string | null; readonly phone: string | null };
}

function Contact({ name, contact: { email, phone } }: ContactProps) {
  return <Fact name={name}>{[email, phone].filter(Boolean).join(', ')}</Fact>;
}
