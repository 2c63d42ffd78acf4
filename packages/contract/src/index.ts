export * from './acquisition-attempt.ts';
export * from './api-scope.ts';
export * from './common.ts';
export * from './error.ts';
export * from './proxy-session.ts';
export * from './resolve-conflict.ts';
export * from './subscription.ts';
