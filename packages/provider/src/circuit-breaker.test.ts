import { describe, expect, it } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

const outage = new Error('no response');
const refusal = new Error('refused');

function breaker() {
  const clock = { ms: 0 };
  const circuit = createCircuitBreaker(
    (error) => error === outage,
    () => clock.ms,
  );
  let calls = 0;
  const call = (error?: Error) =>
    circuit.run(async () => {
      calls += 1;
      if (error) throw error;
      return 'response';
    });
  return { clock, call, calls: () => calls };
}

async function open({ call }: ReturnType<typeof breaker>): Promise<void> {
  for (let i = 0; i < 5; i++) await expect(call(outage)).rejects.toBe(outage);
}

describe('a circuit breaker', () => {
  it('opens after five failures in a row and returns when to retry', async () => {
    const one = breaker();
    await open(one);
    one.clock.ms = 4_000;
    await expect(one.call()).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfterSeconds: 6,
    });
    expect(one.calls()).toBe(5);
  });

  it('lets one call through after a while and closes when it succeeds', async () => {
    const one = breaker();
    await open(one);
    one.clock.ms = 10_000;
    const probe = one.call();
    await expect(one.call()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await probe).toBe('response');
    expect(await one.call()).toBe('response');
  });

  it('stays open when that call fails', async () => {
    const one = breaker();
    await open(one);
    one.clock.ms = 10_000;
    await expect(one.call(outage)).rejects.toBe(outage);
    await expect(one.call()).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('does not count a refusal as a failure', async () => {
    const one = breaker();
    for (let i = 0; i < 10; i++) await expect(one.call(refusal)).rejects.toBe(refusal);
    expect(await one.call()).toBe('response');
  });
});
