import {
  endpointListInput,
  endpointsHref,
  readEndpointListView,
} from '#addresses/webhook-endpoints.ts';
import { createListPage } from '#server/list-page.tsx';
import { createMetadata } from '#server/page-metadata.ts';
import { EndpointList } from '#webhook-endpoints/endpoint-list.tsx';

export const generateMetadata = createMetadata((t) => t('webhookEndpoints.list.title'));

export default createListPage({
  readView: readEndpointListView,
  createInput: endpointListInput,
  fetch: ({ webhookEndpoints }, input) => webhookEndpoints.listWithHealth.fetch(input),
  redirectTo: ({ show, older }, page) => older && page.data.length === 0 && endpointsHref({ show }),
  render: (view) => <EndpointList view={view} />,
});
