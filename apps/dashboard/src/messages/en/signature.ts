export const signature = {
  page: {
    title: 'Check a signature',
    lead: 'Paste a request that <link>{endpoint}</link> received, to see why your server cannot verify its signature. Nothing of it is stored.',
    back: 'Back to the endpoint',
    submit: 'Check signature',
    headers: 'Headers',
    headersHint:
      'The three headers webhook-id, webhook-timestamp and webhook-signature; others are ignored.',
    body: 'Body',
    bodyHint: 'Exactly what your server passes to the verification, before JSON is parsed.',
    sent: 'Sent',
    received: 'Received',
  },
  step: {
    headers: 'Headers',
    form: 'Form of the signature',
    secret: 'Secret',
    body: 'Body',
    timestamp: 'Timestamp',
  },
  /** The names of the steps within a sentence. */
  cause: {
    headers: 'headers',
    form: 'form of the signature',
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
    failed: 'The verification fails. First cause: {cause}.',
    warning: 'The signature is right. Look at: {causes}.',
    passed: 'The signature is right, and the request can be verified.',
  },
  headers: {
    missing: 'Missing: <names></names>.',
    missingFix:
      'Pass all headers of the request to the verification. A proxy in front of your server must forward them.',
    renamed: 'Libraries do not find a header under the name <names></names>.',
    renamedFix:
      'Pass the headers with the names webhook-id, webhook-timestamp and webhook-signature.',
    present: 'All three headers are present.',
  },
  form: {
    missing: 'There is no signature.',
    otherVersion: 'The signature has another version than v1.',
    malformed: 'The signature does not have the form v1,{open}base64 of 32 bytes{close}.',
    fix: 'Pass webhook-signature exactly as it was received: with its version, and not cut off, decoded or in other quotes.',
    passed:
      '{count, plural, one {One signature of version v1.} other {# signatures of version v1.}}',
  },
  secret: {
    otherEndpoint: 'Another endpoint signed the request: <link>{url}</link> (<code>{id}</code>).',
    otherEndpointFix:
      'Verify with the secret of that endpoint. Every endpoint has its own, even if two have the same URL.',
    previous:
      'The previous secret signed the request, not the current one, which was created <at></at>.',
    previousFix:
      'The request was sent before the rotation. Verify with both secrets until the previous one expires, or resend the event: both sign it then.',
    current: 'The current secret signed the request. It was created <at></at>.',
    currentFix:
      'If your server still rejects the request, it has another secret. An earlier one no longer signs after its overlap: store the current one, with its prefix whsec_.',
    unchecked: 'A secret can only be compared when the headers are complete and well-formed.',
    unknownLiveEvent:
      'No secret signed this id, timestamp and body, and live mode has no event with this webhook-id.',
    unknownTestEvent:
      'No secret signed this id, timestamp and body, and test mode has no event with this webhook-id.',
    unknownEventFix:
      'Check that webhook-id is unchanged, and that the request comes from this mode and merchant.',
    expired:
      'No secret that signs now signed it. Its timestamp is before the current secret was created, <at></at>, so an earlier secret that expired or was revoked may have signed it.',
    expiredFix: 'Use the current secret, and resend the event: the current secret signs it then.',
    unknown:
      'No secret of your endpoints signed this id and timestamp, not even with the body that was sent.',
    unknownFix:
      'Check that all three headers are of the same request and unchanged. If they are, the request is not from Parley: do not process it.',
  },
  body: {
    unchecked: 'Without its secret or its event, the body cannot be compared.',
    unchanged: 'The body is the one that was sent.',
    differs: 'It differs from character {position, number} on.',
  },
  /** What was changed in the body. */
  change: {
    emptied: 'The body is empty.',
    whitespace_added:
      'There is whitespace before or after the sent body, such as a newline at its end.',
    line_endings_changed: 'The line endings of the sent body were changed.',
    reformatted:
      'The JSON was parsed and written again: it has the same content in another format.',
    encoded_as_json_string: 'The body was encoded as a JSON string.',
    decoded_as_latin1:
      'The body was decoded as Latin-1, which changes characters outside of ASCII.',
    edited: 'The body is not the one that was sent.',
  },
  changeFix: {
    emptied:
      'Read the raw body before another part of your server does: a stream can be read only once.',
    whitespace_added:
      'If it is not from copying, pass the body as received. A shell or an editor adds a newline.',
    line_endings_changed: 'Read the body as bytes, not as text.',
    reformatted: 'Verify the raw body before your framework parses it. In Express: {express}.',
    encoded_as_json_string: 'Pass the body itself to the verification, without JSON.stringify.',
    decoded_as_latin1: 'Decode the body as UTF-8, or verify its bytes.',
    edited: 'Pass the raw body to the verification, before anything parses or changes it.',
  },
  timestamp: {
    missing: 'There is no timestamp.',
    malformed: 'webhook-timestamp is not a number of seconds since 1970.',
    malformedFix: 'Pass webhook-timestamp as received, neither as a date nor in milliseconds.',
    tooOld: 'The request was sent <at></at>. Libraries reject it 5 minutes after that.',
    tooOldFix:
      'If your server verified it when it arrived, this is normal. Otherwise verify a request before you queue it, and correct the clock of your server.',
    tooNew: 'The timestamp is in the future: <at></at>. Libraries accept at most 5 minutes.',
    tooNewFix: 'Pass webhook-timestamp unchanged. Parley sets it when it sends the request.',
    passed: 'The request was sent <at></at>, at most 5 minutes from now.',
  },
} as const;
