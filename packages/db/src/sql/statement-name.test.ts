import { afterAll, beforeAll, expect, it, vi } from 'vitest';

let statementName: typeof import('./statement-name.ts').statementName;
beforeAll(async () => {
  vi.resetModules();
  ({ statementName } = await import('./statement-name.ts'));
});
afterAll(() => {
  vi.resetModules();
});

it('names the first 500 texts, each always the same, and prepares no others', () => {
  const names = Array.from({ length: 500 }, (_, i) => statementName(`SELECT ${i}`));
  expect(new Set(names).size).toBe(500);
  expect(names).not.toContain('');
  expect(statementName('SELECT 500')).toBe('');
  expect(statementName('SELECT 499')).toBe(names[499]);
});
