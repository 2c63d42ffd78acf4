import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@parley/db';
import { readConnection } from '@parley/db/server-connection';
import { generate } from 'selfsigned';
import { expect, it, onTestFinished } from 'vitest';
import { ensureDatabases } from './databases.ts';
import { postgresUser } from './os-user.ts';
import { throwawayPostgres } from './throwaway-postgres.ts';

/** A server whose certificate a CA of its own has signed, for 127.0.0.1. */
async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-tls-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  const ca = await generate([{ name: 'commonName', value: 'Private CA' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true }],
  });
  const server = await generate([{ name: 'commonName', value: 'database' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: ca.private, cert: ca.cert },
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const [caFile, certFile, keyFile] = ['ca.pem', 'server.pem', 'server.key'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(caFile, ca.cert);
  await writeFile(certFile, server.cert);
  await writeFile(keyFile, server.private, { mode: 0o600 });
  const owner = await postgresUser();
  if (owner) await chown(keyFile, owner.uid, owner.gid);
  const settings = { ssl: 'on', ssl_cert_file: certFile, ssl_key_file: keyFile };
  const postgres = await throwawayPostgres({ settings });
  onTestFinished(postgres.stop);
  const url = (query: string, host = '127.0.0.1') => {
    const address = new URL(postgres.adminUrl);
    return Object.assign(address, { hostname: host, pathname: '/parley', search: query }).href;
  };
  return { caFile, url };
}

it('connects to a server with a private CA, and explains in production what is not trusted', async () => {
  const { caFile, url } = await startServer();
  const trusted = url(`sslmode=verify-full&sslrootcert=${encodeURIComponent(caFile)}`);
  const start = (parley: string) => ensureDatabases({ parley, sandbox: '' }, false, () => {});

  // The whole path of a start: creates the database, migrates it, and reads it with Prisma.
  await start(trusted);
  expect(await readConnection(trusted)).toMatchObject({ tlsVersion: 'TLSv1.3', hasPooler: false });
  const keys = `k1:${Buffer.alloc(32).toString('base64')}`;
  const database = openDatabase({ url: trusted, encryptionKeys: keys });
  onTestFinished(() => database.close());
  expect(await database.client.dashboardUser.count()).toBe(0);

  await expect(start(url('sslmode=verify-full'))).rejects.toThrow(
    /certificate of the server is not trusted .*sslrootcert=\/path\/ca\.pem in DATABASE_URL\.$/,
  );
  const otherName = url(`sslmode=verify-full&sslrootcert=${caFile}`, 'localhost');
  await expect(start(otherName)).rejects.toThrow('Use the host name of the certificate');
  const refused = url('sslmode=disable').replace(/:\d+\//, ':9/');
  await expect(start(refused)).rejects.toThrow(/ECONNREFUSED.*correct host and port/);
}, 120_000);
