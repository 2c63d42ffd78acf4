import { expect, it } from 'vitest';
import { cleanReturnQuery, isReturn } from './link-query.ts';

const secret = 'payment_intent_client_secret=pi_1_secret_2';

it.each([
  `pk=k&payment_intent=pi_1&${secret}&redirect_status=succeeded`,
  'pk=k&setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2&redirect_status=failed',
  'pk=k&source=src_1&client_secret=src_client_secret_2&livemode=false',
  `pk=k&redirect_status=returned&${secret}`,
  `redirect_status=returned&pk=k&redirect_status=returned`,
  'pk=k&redirect_status=returned&session_id=cs_1&bank=b',
  'pk=k&payment_intent=pi_1',
  // The template of a Checkout Session that the merchant's server created.
  'pk=k&session_id=cs_1',
])('the address of a payer who returns with %s becomes that of the link, with a mark', (given) => {
  const query = new URLSearchParams(given);
  expect(isReturn(query)).toBe(true);
  expect(cleanReturnQuery(query)).toBe('?pk=k&redirect_status=returned');
  query.set('lang', 'pt-BR');
  const clean = cleanReturnQuery(query) ?? '';
  expect(clean).toBe('?pk=k&lang=pt-BR&redirect_status=returned');
  expect(isReturn(new URLSearchParams(clean))).toBe(true);
  expect(cleanReturnQuery(new URLSearchParams(clean))).toBeNull();
});

it('the address of a payer who comes from the merchant stays', () => {
  const query = new URLSearchParams('pk=k&lang=de&source=mail&payment_method=card');
  expect([isReturn(query), cleanReturnQuery(query)]).toEqual([false, null]);
});
