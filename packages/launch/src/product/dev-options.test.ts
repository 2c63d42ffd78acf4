import { expect, test } from 'vitest';
import { appNames, inspectorPort, parseDevArguments } from './dev-options.ts';

test('starts every app without an inspector by default', () => {
  expect(parseDevArguments([])).toEqual({
    apps: appNames,
    inspectFrom: undefined,
    reset: false,
    help: false,
  });
});

test('starts the named apps only, once each', () => {
  expect(parseDevArguments(['worker', 'api', 'worker']).apps).toEqual(['api', 'worker']);
});

test('accepts options before and after app names', () => {
  expect(parseDevArguments(['--reset', 'api', '--inspect'])).toMatchObject({
    apps: ['api'],
    inspectFrom: 9229,
    reset: true,
  });
});

test('gives each app its own inspector port, whichever apps start', () => {
  const options = parseDevArguments(['--inspect=9300', 'worker', 'checkout']);
  expect(appNames.map((app) => inspectorPort(app, options))).toEqual([
    9300, 9301, 9302, 9303, 9304, 9305,
  ]);
  expect(inspectorPort('api', parseDevArguments([]))).toBeUndefined();
});

test.for([
  ['apy', 'Unknown argument "apy". Apps: api, worker, sandbox, dashboard, checkout, docs.'],
  ['--port=1', 'Unknown argument "--port=1".'],
  ['--inspect=many', '--inspect=many must name a port'],
  ['--inspect=65535', '--inspect=65535 must name a port'],
] as const)('rejects %s', ([argument, message]) => {
  expect(() => parseDevArguments([argument])).toThrow(message);
});
