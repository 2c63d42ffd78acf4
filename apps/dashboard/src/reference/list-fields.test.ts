import { expect, it } from 'vitest';
import { listFields } from './list-fields.ts';

const document = {
  components: {
    schemas: {
      Contact: {
        type: 'object',
        description: 'A contact.',
        properties: { email: { type: 'string', nullable: true, description: 'An email.' } },
        required: ['email'],
      },
    },
    responses: {},
    parameters: {},
    headers: {},
    securitySchemes: {},
  },
} as const;

it('lists the fields of a schema and of its objects, with what they refer to', () => {
  const fields = listFields(document, {
    type: 'object',
    properties: {
      payer: {
        description: 'The contact of the payer.',
        allOf: [{ $ref: '#/components/schemas/Contact' }],
      },
      contacts: { type: 'array', items: { $ref: '#/components/schemas/Contact' } },
      status: { type: 'array', items: { type: 'string', enum: ['paid', 'expired'] } },
    },
    required: ['payer'],
  });
  expect(fields.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ['payer', 'object', true],
    ['payer.email', 'string', true],
    ['contacts', 'list of object', false],
    ['contacts[].email', 'string', true],
    ['status', 'list of string', false],
  ]);
  expect(fields[0]?.description).toBe('The contact of the payer.');
  expect(fields[1]).toMatchObject({ isNullable: true, description: 'An email.' });
  expect(fields[4]?.values).toEqual(['paid', 'expired']);
});
