import { describe, expect, it } from 'vitest';
import { explainSignatureInput } from './webhook-signature.ts';

describe('the input of an explanation', () => {
  const parse = (change: object) =>
    explainSignatureInput.safeParse({
      webhook_endpoint_id: 'whend_1',
      headers: '',
      body: '',
      ...change,
    }).error?.issues[0];

  it.each([
    ['body', 65_536],
    ['headers', 16_384],
  ])('limits %s to %i characters and names the field', (field, length) => {
    const fitting = 'e'.repeat(length);
    expect(parse({ [field]: fitting })).toBeUndefined();
    expect(parse({ [field]: `${fitting}e` })).toMatchObject({
      path: [field],
      message: `must be at most ${length} characters`,
    });
  });
});
