import { createEndpointPageInputs, readEndpointView } from '#addresses/webhook-endpoints.ts';
import { shortenUrl } from '#format/shorten-url.ts';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { createDetailPage } from '#server/create-detail-page.tsx';
import { EndpointPage } from '#webhook-endpoints/endpoint-page.tsx';

const { generateMetadata, Page } = createDetailPage({
  fetch: ({ webhookEndpoints }, { id }: { id: string }) =>
    webhookEndpoints.get.fetch(createEndpointPageInputs(id, {}).endpoint),
  getTitle: ({ webhook_endpoint }) => shortenUrl(webhook_endpoint.url),
  fetchRelated({ webhookEndpoints, deliveries, auditEntries }, { id }, query) {
    const inputs = createEndpointPageInputs(id, readEndpointView(query));
    return Promise.all([
      webhookEndpoints.getHealth.fetch(inputs.endpoint),
      webhookEndpoints.getHourlyDeliveries.fetch(inputs.endpoint),
      deliveries.list.fetch(inputs.deliveries),
      auditEntries.list.fetch(inputs.activity),
    ]);
  },
  render({ id }, query) {
    const view = readEndpointView(query);
    return (
      <>
        <IgnoredFilters params={query} view={view} />
        <EndpointPage id={id} view={view} />
      </>
    );
  },
});

export { generateMetadata };
export default Page;
