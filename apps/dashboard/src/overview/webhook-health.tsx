import { Timestamp } from '@parley/ui/components';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { endpointHref, endpointsHref } from '#addresses/webhook-endpoints.ts';
import { Link } from '#components/link.tsx';
import { shortenUrl } from '#format/shorten-url.ts';
import { type Outputs, trpc } from '#trpc/client.ts';
import { useFigureFormats } from './format-figures.ts';
import styles from './overview-page.module.css';
import { FIGURES_REFRESH_MS, type FiguresInput } from './period-figures.ts';

type Health = Outputs['overview']['getWebhookHealth'];

/** How the deliveries to each webhook endpoint went in the period. Shows nothing without endpoints. */
export function WebhookHealth({ input }: { readonly input: FiguresInput }) {
  const t = useTranslations('overview.webhooks');
  const { data } = trpc.overview.getWebhookHealth.useQuery(input, {
    refetchInterval: FIGURES_REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  if (!data || data.endpoints.length === 0) return null;
  const max = data.max_deliveries;
  return (
    <section aria-labelledby="webhook-health" className={`card ${styles.card}`}>
      <h2 id="webhook-health">
        <Link href={endpointsHref()}>{t('title')}</Link>
      </h2>
      <p className="muted">
        {data.endpoints.some(({ is_partial }) => is_partial)
          ? t('partial', { max })
          : t('complete')}
      </p>
      <table className={`${styles.table} ${styles.endpoints}`}>
        <caption className="unseen">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('endpoint')}</th>
            <th scope="col">{t('delivered')}</th>
            <th scope="col">{t('failed')}</th>
            <th scope="col">{t('waiting')}</th>
            <th scope="col">{t('failedAttempts')}</th>
          </tr>
        </thead>
        <tbody>
          {data.endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.webhook_endpoint_id} max={max} {...endpoint} />
          ))}
        </tbody>
      </table>
      {data.has_more && (
        <p className="muted">
          {t.rich('newest', {
            count: data.endpoints.length,
            link: (text) => <Link href={endpointsHref()}>{text}</Link>,
          })}
        </p>
      )}
    </section>
  );
}

type EndpointRowProps = Health['endpoints'][number] & { readonly max: number };

function EndpointRow({ max, webhook_endpoint_id: id, waiting, ...endpoint }: EndpointRowProps) {
  const t = useTranslations('overview.webhooks');
  const { formatNumber, formatRate } = useFigureFormats();
  return (
    <tr>
      <th className={styles.long} scope="row">
        <Link href={endpointHref(id)} prefetch={false} title={endpoint.url}>
          {shortenUrl(endpoint.url)}
        </Link>
        {endpoint.status !== 'active' && <span className="muted"> {t('inactive')}</span>}
      </th>
      <td>{formatNumber(endpoint.succeeded)}</td>
      <td>{formatNumber(endpoint.failed)}</td>
      <td>
        {formatNumber(waiting)}
        {waiting === max && '+'}
        {endpoint.oldest_waiting_at && (
          <small className={`muted ${styles.since}`}>
            {t.rich('oldest', { at: () => <Timestamp at={endpoint.oldest_waiting_at ?? ''} /> })}
          </small>
        )}
      </td>
      <td>
        {formatRate(endpoint.failure_rate)}
        {endpoint.previous_failure_rate !== null && (
          <small className={`muted ${styles.since}`}>
            {t('before', { rate: formatRate(endpoint.previous_failure_rate) })}
          </small>
        )}
      </td>
    </tr>
  );
}
