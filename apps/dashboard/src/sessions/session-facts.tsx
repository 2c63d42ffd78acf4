'use client';

import { useTranslations } from 'next-intl';
import { sessionsHref } from '#addresses/sessions.ts';
import { subscriptionHref } from '#addresses/subscriptions.ts';
import { CopyId } from '#components/copy-id.tsx';
import { Link } from '#components/link.tsx';
import { CopyCurl } from '#details/copy-curl.tsx';
import { Fact, Facts, IdFact, TimeFact } from '#details/detail-page.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { trpc } from '#trpc/client.ts';
import styles from './session-page.module.css';
import { isRecurring, type SessionTimeline } from './session-timeline.ts';

interface SessionFactsProps {
  readonly timeline: SessionTimeline;
  /** The origin of the API. */
  readonly apiUrl: string;
}

/** The details of a session. */
export function SessionFacts({ timeline, apiUrl }: SessionFactsProps) {
  const t = useTranslations('sessionPage.fact');
  const ids = useTranslations('sessionPage.id');
  const { session, fulfillment } = timeline;
  const hasMetadata = Object.keys(session.metadata).length > 0;
  return (
    <Facts>
      <IdFact id={session.id} label={ids('session')} name={t('session')} />
      <Fact name={t('retrieve')}>
        <CopyCurl
          apiUrl={apiUrl}
          request={{
            method: 'GET',
            path: `/v1/proxy_sessions/${session.id}/merchant`,
            keyKind: 'secret',
          }}
        />
      </Fact>
      <Fact name={t('buyer')}>
        <Link href={sessionsHref({ buyer: session.buyer_reference })} title={t('buyerTitle')}>
          {session.buyer_reference}
        </Link>
      </Fact>
      <Contact contact={session.payer_contact} name={t('payer')} />
      <Contact contact={session.beneficiary_contact} name={t('beneficiary')} />
      <TimeFact at={session.created_at} name={t('created')} />
      <TimeFact at={session.updated_at} name={t('changed')} />
      <TimeFact at={session.expires_at} name={t('expires')} />
      <Fact name={t('pricing')}>{t(session.pricing_mode === 'fixed' ? 'fixed' : 'finalized')}</Fact>
      <Fact name={t('cartVersion')}>{session.cart_version}</Fact>
      <IdFact
        id={session.completed_acquisition_attempt_id}
        label={ids('attempt')}
        name={t('paidBy')}
      />
      {isRecurring(timeline) && <SubscriptionFacts sessionId={session.id} />}
      <Fact name={t('fulfillment')}>{fulfillment.reference}</Fact>
      <Fact name={t('fulfillmentError')}>
        {fulfillment.error_message}
        {fulfillment.error_code && <code> {fulfillment.error_code}</code>}
      </Fact>
      <IdFact
        id={session.provider_checkout_session_id}
        label={t('checkoutId')}
        name={t('checkout')}
      />
      <Fact name={t('returnsTo')}>{session.payer_destination_url}</Fact>
      <Fact name={t('idempotencyKey')}>{session.idempotency_key}</Fact>
      <Fact name={t('metadata')}>
        {hasMetadata && (
          <pre className={styles.json}>{JSON.stringify(session.metadata, null, 2)}</pre>
        )}
      </Fact>
    </Facts>
  );
}

function SubscriptionFacts({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations('sessionPage');
  const labels = useStatusLabels();
  const { data = [] } = trpc.subscriptions.listBySession.useQuery({ id: sessionId });
  return data.map(({ id, status }) => (
    <Fact key={id} name={t('fact.subscription')}>
      <Link href={subscriptionHref(id)}>{labels.subscription(status).label}</Link>{' '}
      <CopyId id={id} label={t('id.subscription')} />
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
