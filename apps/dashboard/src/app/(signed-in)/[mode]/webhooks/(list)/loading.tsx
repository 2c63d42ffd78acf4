import { EndpointsLoading } from '#webhook-endpoints/endpoint-list.tsx';

export default function WebhooksLoading() {
  return <EndpointsLoading />;
}
