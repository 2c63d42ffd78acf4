// Loaded into the processes of the installation with NODE_OPTIONS. Connections to the host names in
// PARLEY_TEST_HOSTS reach the TLS port of the test instead of the internet, as if DNS said so.
import { Socket } from 'node:net';

const hosts = new Set(process.env.PARLEY_TEST_HOSTS?.split(',') ?? []);
const port = Number(process.env.PARLEY_TEST_TLS_PORT);
const { connect } = Socket.prototype;

Socket.prototype.connect = function redirect(...given) {
  // Node passes its own arguments as one array: [options, listener].
  const [options] = Array.isArray(given[0]) ? given[0] : given;
  if (hosts.has(options?.host)) Object.assign(options, { host: '127.0.0.1', port });
  return connect.apply(this, given);
};
