import { hasPermission } from '@parley/router/permissions';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ListFrame } from '../../../../../list/list-frame.tsx';
import { ask } from '../../../../../server/ask.ts';
import { requirePerson } from '../../../../../server/person.ts';
import { endpointHref } from '../../../../../webhooks/address.ts';
import { EndpointForm } from '../../../../../webhooks/endpoint-form.tsx';

export const metadata: Metadata = { title: 'Edit endpoint' };

export default async function EditEndpointPage({ params }: PageProps<'/webhooks/[id]/edit'>) {
  const { id } = await params;
  const { role } = await requirePerson();
  const { webhook_endpoint: endpoint } = await ask((caller) =>
    caller.webhookEndpoints.get({ webhook_endpoint_id: id }),
  );
  if (!hasPermission(role, 'integrate') || endpoint.status === 'archived')
    redirect(endpointHref(id));
  return (
    <ListFrame title="Edit endpoint">
      <EndpointForm endpoint={endpoint} />
    </ListFrame>
  );
}
