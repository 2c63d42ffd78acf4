import { Timestamp } from '@parley/ui/components';
import { keepPreviousData } from '@tanstack/react-query';
import Link from 'next/link';
import { useMode } from '#shell/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { endpointHref, endpointsHref } from '#webhook-endpoints/search-params.ts';
import { shortUrl } from '#webhook-endpoints/short-url.ts';
import { formatNumber, formatRate } from './format-figures.ts';
import styles from './overview-page.module.css';
import { FIGURES_REFRESH_MS, type FiguresInput } from './period-figures.ts';

type Health = Outputs['overview']['getWebhookHealth'];

/** How the deliveries to each webhook endpoint went in the period. Shows nothing without endpoints. */
export function WebhookHealth({ input }: { readonly input: FiguresInput }) {
  const mode = useMode();
  const { data } = trpc.overview.getWebhookHealth.useQuery(input, {
    refetchInterval: FIGURES_REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  if (!data || data.endpoints.length === 0) return null;
  const max = data.max_deliveries;
  return (
    <section aria-labelledby="webhook-health" className={`card ${styles.card}`}>
      <h2 id="webhook-health">
        <Link href={endpointsHref(mode)}>Webhook deliveries</Link>
      </h2>
      <p className="muted">
        {data.endpoints.some(({ is_partial }) => is_partial)
          ? `Of the last ${formatNumber(max)} deliveries to each endpoint in the period.`
          : 'Deliveries of the events of the period.'}{' '}
        Deliveries of earlier events may wait, too.
      </p>
      <table className={styles.table}>
        <caption className="unseen">Deliveries by webhook endpoint</caption>
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            <th scope="col">Delivered</th>
            <th scope="col">Failed</th>
            <th scope="col">Waiting</th>
            <th scope="col">Failed attempts</th>
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
          These are the {data.endpoints.length} newest endpoints.{' '}
          <Link href={endpointsHref(mode)}>Show all</Link>
        </p>
      )}
    </section>
  );
}

type EndpointRowProps = Health['endpoints'][number] & { readonly max: number };

function EndpointRow({ max, webhook_endpoint_id: id, waiting, ...endpoint }: EndpointRowProps) {
  const mode = useMode();
  return (
    <tr>
      <th className={styles.endpoint} scope="row">
        <Link href={endpointHref(mode, id)} prefetch={false} title={endpoint.url}>
          {shortUrl(endpoint.url)}
        </Link>
        {endpoint.status !== 'active' && <span className="muted"> (inactive)</span>}
      </th>
      <td>{formatNumber(endpoint.succeeded)}</td>
      <td>{formatNumber(endpoint.failed)}</td>
      <td>
        {formatNumber(waiting)}
        {waiting === max && '+'}
        {endpoint.oldest_waiting_at && (
          <small className={`muted ${styles.since}`}>
            oldest <Timestamp at={endpoint.oldest_waiting_at} />
          </small>
        )}
      </td>
      <td>{formatRate(endpoint.failure_rate)}</td>
    </tr>
  );
}
