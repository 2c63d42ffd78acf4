import { expect, test } from 'vitest';
import { createRequestFlows } from './request-flows.ts';

test('a credential has the flow of its holder from its first success to its next rejection', () => {
  const flows = createRequestFlows();
  const unknown = flows.getFlow('sk_1', '192.0.2.1');
  flows.remember('sk_1', 'merchant 1');
  flows.remember('sk_2', 'merchant 1');
  expect(flows.getFlow('sk_1', '192.0.2.1')).toBe('merchant 1');
  expect(flows.getFlow('sk_2', '198.51.100.1')).toBe('merchant 1');
  expect(unknown).not.toBe('merchant 1');
  flows.forget('sk_1');
  expect(flows.getFlow('sk_1', '192.0.2.1')).toBe(unknown);
});

test('made-up credentials of one network share a flow, and those of all networks a few', () => {
  const flows = createRequestFlows();
  const ofNetwork = Array.from({ length: 50 }, (_, i) =>
    flows.getFlow(`sk_${i}`, `2001:db8::${i}`),
  );
  expect(new Set(ofNetwork).size).toBe(1);
  expect(flows.getFlow(null, '2001:db8::')).toBe(ofNetwork[0]);
  const ofAll = Array.from({ length: 5_000 }, (_, i) =>
    flows.getFlow(null, `10.0.${i % 200}.${i}`),
  );
  expect(new Set(ofAll).size).toBe(16);
  const withoutAddress = Array.from({ length: 50 }, (_, i) => flows.getFlow(`sk_${i}`));
  expect(new Set(withoutAddress).size).toBe(1);
});

test('the 10,000 credentials that succeeded last are known', () => {
  const flows = createRequestFlows();
  flows.remember('used again', 'a');
  flows.remember('not used again', 'b');
  for (let i = 0; i < 9_998; i++) flows.remember(`sk_${i}`, 'c');
  flows.remember('used again', 'a');
  flows.remember('one more', 'd');
  expect(flows.getFlow('used again')).toBe('a');
  expect(flows.getFlow('sk_0')).toBe('c');
  expect(flows.getFlow('not used again')).toBe('unknown');
});
