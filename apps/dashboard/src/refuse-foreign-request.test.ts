import { createLogger } from '@parley/telemetry';
import { expect, it, vi } from 'vitest';
import { refuseForeignRequest } from './refuse-foreign-request.ts';

it('refuses a request of another site, names the own origin and logs what was tried', async () => {
  vi.stubEnv('DASHBOARD_URL', 'https://shop.example');
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ name: 'dashboard', level: 'info', destination });
  const request = new Request('https://shop.example/team?token=secret', {
    method: 'POST',
    headers: { origin: `https://evil.example/${'x'.repeat(200)}` },
  });
  const response = refuseForeignRequest(request, 'req_1', log);
  expect([response.status, response.headers.get('x-request-id')]).toEqual([403, 'req_1']);
  expect(await response.text()).toContain('https://shop.example');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { code: 'foreign_origin', request_id: 'req_1', method: 'POST', path: '/team' },
  ]);
  expect(lines[0]).toContain('"origin":"https://evil.example/x');
  expect(lines[0]?.length).toBeLessThan(400);
  expect(lines[0]).not.toContain('secret');
});
