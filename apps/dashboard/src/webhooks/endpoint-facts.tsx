import type { WebhookEndpoint } from '@parley/contract';
import { CopyId, Timestamp } from '@parley/ui/components';
import { Fact, Facts } from '../detail/facts.tsx';

/** What is set for an endpoint, in short. */
export function EndpointFacts({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { event_types: types } = endpoint;
  return (
    <Facts>
      <Fact name="Endpoint">
        <CopyId id={endpoint.id} label="endpoint id" />
      </Fact>
      <Fact name="Events">
        {types ? (
          <ul>
            {types.map((type) => (
              <li key={type}>
                <code>{type}</code>
              </li>
            ))}
          </ul>
        ) : (
          'All, those to come too'
        )}
      </Fact>
      <Fact name="Schema version">
        <code>{endpoint.event_schema_version}</code>
      </Fact>
      <Fact name="Created">
        <Timestamp at={endpoint.created_at} />
      </Fact>
      <Fact name="Last change">
        <Timestamp at={endpoint.updated_at} />
      </Fact>
    </Facts>
  );
}
