import { ListFrame } from '../../../../list/list-frame.tsx';
import { EndpointsSkeleton } from '../../../../webhooks/endpoint-head.tsx';

export default function WebhooksLoading() {
  return (
    <ListFrame filter={null} lead="Where your servers are told of what happens." title="Webhooks">
      <EndpointsSkeleton />
    </ListFrame>
  );
}
