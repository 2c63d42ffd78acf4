import { ListFrame } from '../../../../list/list-frame.tsx';
import { EndpointsSkeleton } from '../../../../webhooks/endpoint-head.tsx';

export default function WebhooksLoading() {
  return (
    <ListFrame lead="Where your servers are told of what happens." title="Webhooks">
      <EndpointsSkeleton />
    </ListFrame>
  );
}
