export { type CheckOptions, checkReceiver, type RuleResult } from './check-receiver.ts';
export { formatJUnit } from './junit.ts';
