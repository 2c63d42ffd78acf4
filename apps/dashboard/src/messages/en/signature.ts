export const signature = {
  page: {
    title: 'Check a signature',
    lead: 'Paste a request that <link>{endpoint}</link> received to see why your server cannot verify its signature. Nothing is stored.',
    back: 'Back to the endpoint',
    submit: 'Check signature',
    headers: 'Headers',
    headersHint: 'webhook-id, webhook-timestamp and webhook-signature. Other headers are ignored.',
    body: 'Body',
    bodyHint: 'Exactly what your server verifies, before it parses the JSON.',
    sent: 'Sent',
    received: 'Received',
  },
  step: {
    headers: 'Headers',
    form: 'Signature format',
    secret: 'Secret',
    body: 'Body',
    timestamp: 'Timestamp',
  },
  /** The names of the steps within a sentence. */
  cause: {
    headers: 'headers',
    form: 'signature format',
    secret: 'secret',
    body: 'body',
    timestamp: 'timestamp',
  },
  state: {
    passed: 'passed',
    warning: 'check this',
    failed: 'failed',
    unchecked: 'not checked',
  },
  verdict: {
    failed: 'Verification fails. First cause: {cause}.',
    warning: 'The signature is valid. Check: {causes}.',
    passed: 'The signature is valid, and the request can be verified.',
  },
  headers: {
    missing: 'Missing: <names></names>.',
    missingFix:
      'Verify with all headers of the request. A proxy in front of your server must forward them.',
    renamed: 'Libraries do not recognize the header name <names></names>.',
    renamedFix: 'Name the headers webhook-id, webhook-timestamp and webhook-signature.',
    present: 'All three headers are present.',
  },
  form: {
    missing: 'The signature is missing.',
    otherVersion: 'The version of the signature is not v1.',
    malformed: 'The signature does not have the format v1,{open}base64 of 32 bytes{close}.',
    fix: 'Pass webhook-signature exactly as received: with its version, and not truncated, decoded or requoted.',
    passed: '{count, plural, one {One v1 signature.} other {# v1 signatures.}}',
  },
  secret: {
    otherEndpoint: 'Another endpoint signed the request: <link>{url}</link> (<code>{id}</code>).',
    otherEndpointFix:
      'Verify with that endpoint’s secret. Every endpoint has its own, even if two share a URL.',
    previous:
      'The previous secret signed the request, not the current one, which was created <at></at>.',
    previousFix:
      'The request was sent before the rotation. Verify with both secrets until the previous one expires, or resend the event to have both sign it.',
    current: 'The current secret signed the request. It was created <at></at>.',
    currentFix:
      'If your server still rejects the request, it has a different secret. Earlier secrets stop signing after their overlap. Store the current one, with its whsec_ prefix.',
    unchecked: 'Secrets can only be compared when the headers are complete and well-formed.',
    unknownLiveEvent:
      'None of your secrets match this id, timestamp and body, and live mode has no event with this webhook-id.',
    unknownTestEvent:
      'None of your secrets match this id, timestamp and body, and test mode has no event with this webhook-id.',
    unknownEventFix:
      'Check that webhook-id is unchanged and that the request is from this mode and merchant.',
    expired:
      'None of your active secrets match this signature. Its timestamp is before the current secret was created, <at></at>, so a secret that has expired or been revoked may have signed it.',
    expiredFix: 'Switch to the current secret, then resend the event to have it signed again.',
    unknown:
      'None of your endpoints’ secrets match this id and timestamp, even with the body that was sent.',
    unknownFix:
      'Check that all three headers are unchanged and from the same request. If they are, the request is not from Parley: do not process it.',
  },
  body: {
    unchecked: 'The body cannot be compared without its secret or event.',
    unchanged: 'The body matches the one that was sent.',
    differs: 'It differs starting at character {position, number}.',
  },
  /** What was changed in the body. */
  change: {
    emptied: 'The body is empty.',
    whitespace_added: 'Whitespace was added before or after the body, such as a trailing newline.',
    line_endings_changed: 'The line endings of the body were changed.',
    reformatted: 'The JSON was parsed and serialized again: same content, different formatting.',
    encoded_as_json_string: 'The body was encoded as a JSON string.',
    decoded_as_latin1: 'The body was decoded as Latin-1, which changes non-ASCII characters.',
    edited: 'The body does not match the one that was sent.',
  },
  changeFix: {
    emptied:
      'Read the raw body before another part of your server does: a stream can be read only once.',
    whitespace_added:
      'Unless you added it by copying, pass the body as received. Shells and editors add newlines.',
    line_endings_changed: 'Read the body as bytes, not as text.',
    reformatted: 'Verify the raw body before your framework parses it. In Express: {express}.',
    encoded_as_json_string: 'Verify the body itself, without JSON.stringify.',
    decoded_as_latin1: 'Decode the body as UTF-8, or verify its bytes.',
    edited: 'Verify the raw body, before anything parses or changes it.',
  },
  timestamp: {
    missing: 'The timestamp is missing.',
    malformed: 'webhook-timestamp is not a Unix time in seconds.',
    malformedFix: 'Pass webhook-timestamp as received, neither as a date nor in milliseconds.',
    tooOld: 'The request was sent <at></at>. Libraries reject it after 5 minutes.',
    tooOldFix:
      'If your server verified it on arrival, this is normal. Otherwise, verify requests before you queue them, and correct your server’s clock.',
    tooNew: 'The timestamp is in the future: <at></at>. Libraries allow at most 5 minutes.',
    tooNewFix: 'Pass webhook-timestamp unchanged. Parley sets it when it sends the request.',
    passed: 'The request was sent <at></at>, within the 5-minute tolerance.',
  },
} as const;
