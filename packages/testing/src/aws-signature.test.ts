import { expect, it } from 'vitest';
import { getAwsSignature } from './aws-signature.ts';

// Credentials, requests and signatures are those of the test suite that AWS publishes for Signature Version 4.
const example = {
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  scope: '20150830/us-east-1/service/aws4_request',
};
const headers = {
  host: 'example.amazonaws.com',
  'x-amz-date': '20150830T123600Z',
  'content-type': 'application/x-www-form-urlencoded',
};

it.each([
  [
    'get-vanilla',
    'GET',
    'host;x-amz-date',
    '',
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  [
    'post-vanilla',
    'POST',
    'host;x-amz-date',
    '',
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
  [
    'post-x-www-form-urlencoded',
    'POST',
    'content-type;host;x-amz-date',
    'Param1=value1',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
])('the signature is that of the test vector %s', (_, method, signedHeaders, body, signature) => {
  const request = { method, path: '/', headers, body };
  expect(getAwsSignature(request, { ...example, signedHeaders })).toBe(signature);
});
