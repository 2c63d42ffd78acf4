import { expect, it } from 'vitest';
import { listFields } from './list-fields.ts';

it('lists the fields of a schema and of its objects, with what they refer to', () => {
  const fields = listFields({
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
    ['payer.phone', 'string', true],
    ['contacts', 'list of object', false],
    ['contacts[].email', 'string', true],
    ['contacts[].phone', 'string', true],
    ['status', 'list of string', false],
  ]);
  expect(fields[0]?.description).toBe('The contact of the payer.');
  expect(fields[1]).toMatchObject({ isNullable: true, description: 'Email address.' });
  expect(fields[6]?.values).toEqual(['paid', 'expired']);
});
