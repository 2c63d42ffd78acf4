import { hasPermission } from '@parley/router/permissions';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ListFrame } from '../../../../list/list-frame.tsx';
import { requirePerson } from '../../../../server/person.ts';
import { endpointsHref } from '../../../../webhooks/address.ts';
import { EndpointForm } from '../../../../webhooks/endpoint-form.tsx';

export const metadata: Metadata = { title: 'Add endpoint' };

export default async function NewEndpointPage() {
  const { role } = await requirePerson();
  if (!hasPermission(role, 'integrate')) redirect(endpointsHref());
  return (
    <ListFrame title="Add endpoint">
      <EndpointForm />
    </ListFrame>
  );
}
