import { expect, test } from 'bun:test'
import { resetWait } from '../../server/relay/call/route/reset-wait'

const NOW = Date.UTC(2026, 10, 22, 12, 0, 0)

test.each([
  ['seconds', { 'retry-after': '20' }, 20_000],
  ['milliseconds before seconds', { 'retry-after': '20', 'retry-after-ms': '1500' }, 1500],
  ['a date', { 'retry-after': 'Sun, 22 Nov 2026 12:01:00 GMT' }, 60_000],
  ['nothing at all counts as a second', { 'retry-after': '0' }, 1000],
  [
    'a date that is over counts as a second',
    { 'retry-after': 'Sun, 22 Nov 2020 12:00:00 GMT' },
    1000,
  ],
  ['more than a week is no time to wait', { 'retry-after': '99999999' }, 7 * 86_400_000],
  [
    "OpenAI's window that is empty, and not the one that has some left",
    {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '6m0s',
      'x-ratelimit-remaining-tokens': '9000',
      'x-ratelimit-reset-tokens': '9h',
    },
    360_000,
  ],
  [
    "Anthropic's moment",
    {
      'anthropic-ratelimit-tokens-remaining': '0',
      'anthropic-ratelimit-tokens-reset': '2026-11-22T12:00:30Z',
    },
    30_000,
  ],
  [
    "Anthropic's window of hours, as seconds of the epoch",
    { 'anthropic-ratelimit-unified-reset': String(NOW / 1000 + 18_000) },
    18_000_000,
  ],
  ['a part of a second', { 'x-ratelimit-reset-requests': '120ms' }, 1000],
  ['milliseconds of the epoch', { 'x-ratelimit-reset': String(NOW + 5000) }, 5000],
] as const)('is told by %s', (_, headers, waitMs) => {
  expect(resetWait(headers, NOW)).toBe(waitMs)
})

test.each([
  [{}],
  [{ 'retry-after': 'soon' }],
  [{ 'retry-after': '' }],
  [{ 'x-ratelimit-remaining-requests': '4', 'x-ratelimit-reset-requests': '1s' }],
  [{ 'x-ratelimit-limit-requests': '0' }],
] as const)('is not told by %p', (headers) => {
  expect(resetWait(headers, NOW)).toBeUndefined()
})
