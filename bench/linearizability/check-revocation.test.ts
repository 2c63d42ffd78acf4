import { expect, it } from 'vitest';
import { findRevocationErrors } from './check-revocation.ts';

const revocation = { start: 1_000, end: 1_100 };
const use = (start: number, isAccepted: boolean | null) => ({ start, end: start + 10, isAccepted });

it('accepts uses of a key until 2 seconds after its revocation', () => {
  const uses = [
    use(0, true),
    use(500, null),
    use(1_050, false),
    use(3_100, true),
    use(9_000, false),
  ];
  expect(findRevocationErrors(uses, revocation)).toEqual([]);
});

it('finds uses that were refused before the revocation or accepted too long after it', () => {
  const early = use(900, false);
  const late = use(3_101, true);
  expect(findRevocationErrors([use(0, true), early, use(2_000, true), late], revocation)).toEqual([
    early,
    late,
  ]);
});
