/** What alert rules make of values: the table of states, counted values, and the replay. */
import { describe, expect, test } from 'bun:test'
import { BUILT_IN_RULES } from '../../server/domain/alerts/built-in'
import { checkedRule } from '../../server/domain/alerts/checked-rule'
import { countedValue, NO_CALLS } from '../../server/domain/alerts/counted'
import { ALERT_MEASURES, MEASURE_ROWS } from '../../server/domain/alerts/measures'
import { replay } from '../../server/domain/alerts/replay'
import { usualRule } from '../../server/domain/alerts/rule'
import { judged, nextState, type SubjectState } from '../../server/domain/alerts/state'
import { usualHours, usualPerHour, WEEK } from '../../server/domain/alerts/usual'
import { MATTER_KINDS } from '../../server/domain/attention'

const RULE = { comparison: 'above', threshold: 20, for_s: 0 } as const

/** The states after values that come twenty seconds apart; `undefined` for no value. */
function statesOf(values: readonly (number | undefined)[], rule: typeof RULE | object): string {
  const { comparison, threshold, for_s } = { ...RULE, ...rule }
  let state: SubjectState | undefined
  return values
    .map((value, index) => {
      const sample =
        value === undefined
          ? undefined
          : { subject: '', value, ...judged({ comparison, threshold }, value) }
      const next = nextState(state, sample, { comparison, for_s, now: 1000 + index * 20 })
      state = next.state
      return `${state?.state ?? 'ok'}${next.event === undefined ? '' : `!${next.event}`}`
    })
    .join(' ')
}

describe('a state', () => {
  test.each([
    ['fires at once without a wait', [30], {}, 'firing!fired'],
    ['at the threshold is no breach', [20], {}, 'ok'],
    [
      'waits for as long as the rule says',
      [30, 30, 30, 30],
      { for_s: 60 },
      'pending pending pending firing!fired',
    ],
    ['forgets a breach that did not last', [30, 10, 30], { for_s: 60 }, 'pending ok pending'],
    [
      'is over after a minute on the good side',
      [30, 10, 10, 10, 10],
      {},
      'firing!fired firing firing firing ok!recovered',
    ],
    [
      'does not flap around the threshold',
      [30, 19, 19, 19, 19, 21, 19],
      {},
      'firing!fired firing firing firing firing firing firing',
    ],
    [
      'begins to count anew when the value comes back',
      [30, 10, 10, 30, 10, 10, 10, 10],
      {},
      'firing!fired firing firing firing firing firing firing ok!recovered',
    ],
    [
      'without a value is clear',
      [30, undefined, undefined, undefined, undefined],
      {},
      'firing!fired firing firing firing ok!recovered',
    ],
    [
      'below a threshold fires likewise, with its margin above',
      [5, 21, 23, 23, 23, 23],
      { comparison: 'below' },
      'firing!fired firing firing firing firing ok!recovered',
    ],
  ] as const)('%s', (_, values, rule, states) => {
    expect(statesOf(values, rule)).toBe(states)
  })

  test('remembers the value that was farthest out', () => {
    let state: SubjectState | undefined
    for (const [index, value] of [30, 80, 40].entries()) {
      const sample = { subject: '', value, ...judged(RULE, value) }
      state = nextState(state, sample, { ...RULE, now: index }).state
    }
    expect(state).toMatchObject({ peak: 80, value: 40, since: 0 })
  })
})

describe('a rule', () => {
  test('of each measure is complete as it comes, and says what is wrong with it', () => {
    const own = ALERT_MEASURES.filter((name) => MEASURE_ROWS[name].source !== 'matter')
    for (const measure of own) {
      const subject = MEASURE_ROWS[measure].needsSubject ? '1' : ''
      expect(checkedRule({ measure, name: 'r', subject })).toEqual({
        ...usualRule(measure),
        name: 'r',
        subject,
      })
    }
  })

  test.each([
    [{ measure: 'nothing' }, 'measure'],
    [{ measure: 'channel_down' }, 'measure'],
    [{ measure: 'error_share', scope: 'planet' }, 'scope'],
    [{ measure: 'job_age', scope: 'channel' }, 'scope'],
    [{ measure: 'error_share', comparison: 'below' }, 'comparison'],
    [{ measure: 'error_share', threshold: Number.NaN }, 'threshold'],
    [{ measure: 'error_share', window_s: 10 }, 'window_s'],
    [{ measure: 'error_share', subject: 'x' }, 'subject'],
    [{ measure: 'account_balance' }, 'subject'],
    [{ measure: 'calls_per_minute', scope: 'model', comparison: 'below' }, 'subject'],
    [{ measure: 'error_share', name: ' ' }, 'name'],
    [{ measure: 'error_share', notify: 1 }, 'notify'],
  ])('%j is refused for its %s', (input, field) => {
    const refused = () => checkedRule({ name: 'r', ...input })
    expect(refused).toThrow(expect.objectContaining({ params: expect.objectContaining({ field }) }))
  })

  test('of the overview is there for each of its kinds', () => {
    expect([...BUILT_IN_RULES.keys()]).toEqual([...MATTER_KINDS])
  })
})

const COUNTS = { ...NO_CALLS, calls: 40, failed: 10, refused: 5, quota: 1_000_000 }
const WINDOW = { counts: COUNTS, seconds: 600, minCalls: 20, usual: undefined }

describe('a counted value', () => {
  test.each([
    ['error_share', WINDOW, 25],
    ['error_share', { ...WINDOW, minCalls: 41 }, undefined],
    ['calls_per_minute', WINDOW, 4],
    ['calls_per_minute', { ...WINDOW, counts: NO_CALLS }, 0],
    ['refusals_per_minute', WINDOW, 0.5],
    ['spend_per_hour', WINDOW, 6_000_000],
    ['spend_times_usual', WINDOW, undefined],
    ['spend_times_usual', { ...WINDOW, usual: 2_000_000 }, 3],
    // Of less than a dollar an hour nobody is told many times.
    ['spend_times_usual', { ...WINDOW, usual: 10 }, 12],
    ['first_byte_p95', WINDOW, undefined],
    ['cache_share', WINDOW, undefined],
    [
      'cache_share',
      { ...WINDOW, counts: { ...COUNTS, prompt_tokens: 200, cached_tokens: 50 } },
      25,
    ],
  ] as const)('%s', (measure, window, value) => {
    expect(countedValue(measure, window)).toBe(value)
  })
})

const HOUR = 3600

describe('what is usual', () => {
  const stretch = { to: 5 * WEEK + 2 * HOUR, seconds: HOUR }

  test('is the average of the weeks in which anything was counted', () => {
    const byHour = new Map([
      [WEEK * 4 + HOUR, 300],
      [WEEK * 3 + HOUR, 100],
      [WEEK * 2 + HOUR, 500],
    ])
    expect(usualPerHour(byHour, stretch, 3 * WEEK)).toBe(200)
    expect(usualPerHour(byHour, stretch, WEEK)).toBe(225)
    expect(usualPerHour(byHour, stretch, 5 * WEEK)).toBeUndefined()
  })

  test('counts the hours that a stretch touches by their share', () => {
    const half = { to: 5 * WEEK + 2 * HOUR + HOUR / 2, seconds: HOUR }
    expect(usualHours(half).slice(0, 2)).toEqual([4 * WEEK + HOUR, 4 * WEEK + 2 * HOUR])
    const byHour = new Map([
      [4 * WEEK + HOUR, 100],
      [4 * WEEK + 2 * HOUR, 300],
    ])
    expect(usualPerHour(byHour, half, 4 * WEEK)).toBe(200)
  })
})

describe('a replay', () => {
  const rule = { ...usualRule('error_share'), measure: 'error_share' as const, window_s: 300 }
  const day = 100 * 24 * HOUR
  const counted = (at: number, failed: number) => ({ ...NO_CALLS, at, calls: 100, failed })

  test('finds what the hours say, and what the minutes say of the newer part', () => {
    const minutesFrom = day + 24 * HOUR
    const past = {
      from: day,
      to: day + 48 * HOUR,
      minutesFrom,
      hours: [counted(day + 2 * HOUR, 60), counted(day + 3 * HOUR, 0)],
      minutes: Array.from({ length: 60 }, (_, minute) =>
        counted(minutesFrom + HOUR + minute * 60, minute >= 10 && minute < 20 ? 80 : 1),
      ),
      usualAt: () => undefined,
    }
    const [coarse, fine, ...others] = replay(rule, past)
    expect(others).toEqual([])
    expect(coarse).toMatchObject({ from: day + 3 * HOUR, peak: 60 })
    expect(coarse?.to).toBe(day + 4 * HOUR)
    // The second bad minute lifts the window of five over a fifth: 163 of 500 fail.
    expect(fine?.from).toBe(minutesFrom + HOUR + 12 * 60)
    expect(fine?.peak).toBe(80)
    expect(fine?.to).toBe(minutesFrom + HOUR + 24 * 60)
  })

  test('says of what fires still that it does', () => {
    const at = day + HOUR - 60
    const minutes = [counted(at, 90)]
    const span = { from: day, to: day + HOUR, minutesFrom: day, hours: [] }
    const found = replay(rule, { ...span, minutes, usualAt: () => undefined })
    expect(found).toEqual([{ from: day + HOUR, to: 0, peak: 90 }])
  })
})
