import { Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { requestHref } from '#addresses/requests.ts';
import { Link } from '#components/link.tsx';
import { HelpLink } from '#details/help-link.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import styles from './requests.module.css';

type Outcome = Outputs['apiRequests']['findIdempotencyKey']['data'][number];

/** The outcome of an idempotency key at each path. Shows nothing for a key that was not used. */
export function IdempotencyOutcomes({ idempotencyKey }: { readonly idempotencyKey: string }) {
  const t = useTranslations('requests.idempotency');
  const [{ data }] = trpc.apiRequests.findIdempotencyKey.useSuspenseQuery({
    idempotency_key: idempotencyKey,
  });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="idempotency" className={`card ${styles.idempotency}`}>
      <h2 id="idempotency">{t('title')}</h2>
      <ul>
        {data.map((outcome) => (
          <OutcomeItem key={`${outcome.method} ${outcome.path}`} outcome={outcome} />
        ))}
      </ul>
    </section>
  );
}

function OutcomeItem({ outcome }: { readonly outcome: Outcome }) {
  const t = useTranslations('requests.idempotency');
  const {
    method,
    path,
    status,
    error_code,
    first_request_id: first,
    expires_at: expires,
  } = outcome;
  return (
    <li>
      <p>
        <code>
          {method} /v1{path}
        </code>
      </p>
      <p className="muted">
        {t.rich(expires ? 'stored' : 'notStored', {
          response: error_code === null ? String(status) : `${status} ${error_code}`,
          used: () => <Timestamp at={outcome.created_at} />,
          at: () => <Timestamp at={expires ?? ''} form="clock" />,
        })}{' '}
        {error_code !== null && <HelpLink code={error_code} />}{' '}
        {first && (
          <Link href={requestHref(first)} prefetch={false}>
            {t('first')}
          </Link>
        )}
      </p>
    </li>
  );
}
