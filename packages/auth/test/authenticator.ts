import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

interface Behavior {
  /** The site that the browser names; the tests' dashboard if omitted. */
  readonly origin?: string;
  readonly rpID?: string;
  /** Whether it checks a fingerprint or PIN; it does if omitted. */
  readonly isVerified?: boolean;
  /** The number of signatures; 0 if it does not count. */
  readonly counter?: number;
}

/** An authenticator with one ES256 key pair, and its browser. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  let userHandle = '';

  const sign = (data: Buffer) => createSign('sha256').update(data).sign(privateKey);
  const id = credentialId.toString('base64url');
  const rest = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;

  return {
    create(
      options: PublicKeyCredentialCreationOptionsJSON,
      behavior: Behavior = {},
    ): RegistrationResponseJSON {
      userHandle = options.user.id;
      // COSE: key type EC2, ES256, P-256, x, y.
      const coseKey = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey,
      ]);
      const authData = authenticatorData(behavior, credential);
      // CBOR: { fmt: 'none', attStmt: {}, authData }.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, authData.length]),
        authData,
      ]);
      const clientData = clientDataJson('webauthn.create', options.challenge, behavior);
      return {
        ...rest,
        response: {
          attestationObject: attestation.toString('base64url'),
          clientDataJSON: clientData.toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    get(
      options: PublicKeyCredentialRequestOptionsJSON,
      behavior: Behavior = {},
    ): AuthenticationResponseJSON {
      const authData = authenticatorData(behavior);
      const clientData = clientDataJson('webauthn.get', options.challenge, behavior);
      return {
        ...rest,
        response: {
          authenticatorData: authData.toString('base64url'),
          clientDataJSON: clientData.toString('base64url'),
          signature: sign(Buffer.concat([authData, sha256(clientData)])).toString('base64url'),
          userHandle,
        },
      };
    },
  };
}

function authenticatorData(behavior: Behavior, credential?: Buffer): Buffer {
  const { rpID = 'localhost', isVerified = true, counter = 0 } = behavior;
  // User present, user verified, credential data included.
  const flags = 0x01 | (isVerified ? 0x04 : 0) | (credential ? 0x40 : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpID), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
}

const clientDataJson = (type: string, challenge: string, { origin }: Behavior): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? 'http://localhost:3000' }));

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
