import { hasPermission } from '@parley/router/permissions';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ListPage } from '#lists/list-page.tsx';
import { requirePerson } from '#server/person.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { EditEndpointForm } from '#webhook-endpoints/endpoint-form.tsx';
import { endpointHref, endpointPageInputs } from '#webhook-endpoints/search-params.ts';

export const metadata: Metadata = { title: 'Edit endpoint' };

export default async function EditEndpointPage({ params }: PageProps<'/webhooks/[id]/edit'>) {
  const { id } = await params;
  const person = await requirePerson();
  const { webhook_endpoint: endpoint } = await fetchQueries(({ webhookEndpoints }) =>
    webhookEndpoints.get.fetch(endpointPageInputs(id, {}).endpoint),
  );
  if (!hasPermission(person, 'integrate') || endpoint.status === 'archived') {
    redirect(endpointHref(id));
  }
  return (
    <ListPage title="Edit endpoint">
      <HydrateQueries>
        <EditEndpointForm id={id} />
      </HydrateQueries>
    </ListPage>
  );
}
