import pino from 'pino';
import { expect, it } from 'vitest';
import { warnOfClockSkew } from './node-clocks.ts';

it('the log names the nodes whose clock is half a second ahead or behind', async () => {
  const lines: unknown[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const compareNodeClocks = async () => [
    { node: 'ahead:5432', aheadSeconds: 0.5 },
    { node: 'behind:5432', aheadSeconds: -1.2 },
    { node: 'exact:5432', aheadSeconds: 0.49 },
  ];
  await warnOfClockSkew({ compareNodeClocks }, logger);
  expect(lines).toMatchObject([
    { level: 40, node: 'ahead:5432', ahead_seconds: 0.5 },
    { level: 40, node: 'behind:5432', ahead_seconds: -1.2 },
  ]);
  expect(lines).toHaveLength(2);
});
