import type { Tone } from '@parley/ui/status';
import { useFormatter, useTranslations } from 'next-intl';
import { requestHref } from '#addresses/requests.ts';
import { CopyId } from '#components/copy-id.tsx';
import { Link } from '#components/link.tsx';
import { HelpLink } from '#details/help-link.tsx';
import { formatDuration } from '#format/format-response.ts';
import { trpc } from '#trpc/client.ts';
import { LoadedPayload, WithPayload } from './payload.tsx';
import styles from './timeline.module.css';
import type { ApiRequest } from './timeline-items.ts';

/** A request of the merchant's server or of a payer's browser, and its response. */
export function RequestItem({ request }: { readonly request: ApiRequest }) {
  const t = useTranslations('sessionTimeline');
  const format = useFormatter();
  const { id, method, route, status, error_code: errorCode, duration_ms: duration } = request;
  return (
    <WithPayload
      line={
        <>
          <span className="muted">{t('api')} · </span>
          <Link href={requestHref(id)}>
            <code>
              {method} {route}
            </code>
          </Link>{' '}
          <span className={styles.note}>
            {t('response', {
              response: errorCode ? `${status} ${errorCode}` : String(status),
              duration: formatDuration(format, duration),
              replayed: String(request.replayed),
            })}{' '}
            {errorCode && <HelpLink code={errorCode} />} <CopyId id={id} label={t('requestId')} />
          </span>
        </>
      }
      payload={<RequestPayload id={id} />}
    />
  );
}

function RequestPayload({ id }: { readonly id: string }) {
  const t = useTranslations('sessionTimeline');
  const query = trpc.apiRequests.get.useQuery({ request_id: id });
  const {
    query: parameters,
    request_body: body,
    response_body: response,
  } = query.data?.request ?? {};
  return (
    <LoadedPayload
      label={t('requestPayload')}
      query={{ ...query, data: query.data && { query: parameters, request: body, response } }}
    />
  );
}

export const getRequestTone = ({ status }: ApiRequest): Tone =>
  status < 400 ? 'success' : 'critical';
