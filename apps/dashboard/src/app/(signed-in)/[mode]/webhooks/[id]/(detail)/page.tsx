import type { Metadata } from 'next';
import { endpointPageInputs, readEndpointView } from '#addresses/webhook-endpoints.ts';
import { shortUrl } from '#format/short-url.ts';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { readMode } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { EndpointPage } from '#webhook-endpoints/endpoint-page.tsx';

type Props = PageProps<'/[mode]/webhooks/[id]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const mode = await readMode(params);
  const { endpoint } = endpointPageInputs((await params).id, {});
  const { webhook_endpoint } = await fetchQueries(mode, ({ webhookEndpoints }) =>
    webhookEndpoints.get.fetch(endpoint),
  );
  return { title: shortUrl(webhook_endpoint.url) };
}

export default async function Page({ params, searchParams }: Props) {
  const mode = await readMode(params);
  const { id } = await params;
  const query = await searchParams;
  const view = readEndpointView(query);
  const inputs = endpointPageInputs(id, view);
  await fetchQueries(mode, ({ webhookEndpoints, deliveries, auditEntries }) =>
    Promise.all([
      webhookEndpoints.get.fetch(inputs.endpoint),
      webhookEndpoints.getHealth.fetch(inputs.endpoint),
      webhookEndpoints.getHourlyDeliveries.fetch(inputs.endpoint),
      deliveries.list.fetch(inputs.deliveries),
      auditEntries.list.fetch(inputs.activity),
    ]),
  );
  return (
    <HydrateQueries mode={mode}>
      <IgnoredFilters params={query} view={view} />
      <EndpointPage id={id} view={view} />
    </HydrateQueries>
  );
}
