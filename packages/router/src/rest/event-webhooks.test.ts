import { eventTypes } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './document.ts';

const document = openApiDocument('https://api.test/v1');

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') yield inner;
    else yield* referencesIn(inner);
  }
}

describe('the webhooks of the document', () => {
  it('describe every event type with an example', () => {
    const webhooks = document['x-webhooks'] ?? {};
    expect(Object.keys(webhooks)).toEqual([...eventTypes]);
    for (const [type, item] of Object.entries(webhooks)) {
      const { post } = item as {
        post: { requestBody: { content: { 'application/json': { example: unknown } } } };
      };
      expect(post.requestBody.content['application/json'].example).toMatchObject({
        id: expect.stringMatching(/^evt_/),
        type,
        data: { object: { id: expect.stringMatching(/^(psess|pspacq|pi|psub|whend)_/) } },
      });
    }
  });

  it('are a union that the type of an event discriminates', () => {
    const { Event, ...schemas } = document.components.schemas;
    const { propertyName, mapping = {} } = Event?.discriminator ?? {};
    expect(propertyName).toBe('type');
    expect(Event?.oneOf).toEqual(Object.values(mapping).map(($ref) => ({ $ref })));
    expect(Object.keys(mapping)).toEqual([...eventTypes]);
    for (const [type, reference] of Object.entries(mapping)) {
      const { properties, required } =
        schemas[reference.replace('#/components/schemas/', '')] ?? {};
      expect(properties?.type?.enum).toEqual([type]);
      expect(required).toContain('type');
    }
    expect(schemas.PaymentRefundedEvent?.properties?.data?.properties?.object).toEqual({
      $ref: '#/components/schemas/Payment',
    });
  });

  it('refer to existing schemas only', () => {
    const references = new Set(referencesIn(document['x-webhooks']));
    expect(references).toContain('#/components/schemas/ProxySessionPaidEvent');
    for (const reference of references) {
      const name = reference.replace('#/components/schemas/', '');
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
  });
});
