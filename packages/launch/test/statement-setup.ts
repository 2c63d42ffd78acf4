// Vitest's set-up of each file with integration tests.
import { afterAll, afterEach } from 'vitest';
import { expectNoRefusedStatement } from './statement-check.ts';

afterEach(expectNoRefusedStatement);
afterAll(expectNoRefusedStatement);
