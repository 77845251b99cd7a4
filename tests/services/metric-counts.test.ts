/** How much the metrics of a large site are, and what several processes make of theirs. */
import { expect, test } from 'bun:test'
import { systemClock } from '../../server/clock'
import { exposition } from '../../server/services/metrics/exposition'
import { MetricCounts } from '../../server/services/metrics/metric-counts'
import { readStrictly } from '../support/exposition'

const CHANNELS = 200
const MODELS = 500
const GROUPS = 5
/** The goal of the house. */
const MOST_SERIES = 10_000

function largeSite(): MetricCounts {
  const counts = new MetricCounts()
  const each = (count: number, run: (name: string) => void) => {
    for (let at = 0; at < count; at += 1) run(String(at))
  }
  each(MODELS, (model) => {
    counts.observe('gw_first_byte_seconds', [model], 1)
    for (const kind of ['prompt', 'cache_read', 'cache_write', 'completion']) {
      counts.add('gw_tokens_total', [model, kind], 1)
    }
    each(GROUPS, (group) => {
      counts.add('gw_spend_usd_total', [model, group], 1)
      for (const status of ['2xx', '4xx', '5xx']) {
        counts.add('gw_requests_total', [model, group, status], 1)
      }
    })
  })
  each(CHANNELS, (channel) => {
    const names = [channel, `channel ${channel}`] as const
    counts.observe('gw_attempt_seconds', names, 1)
    counts.add('gw_channel_spend_usd_total', names, 1)
    counts.add('gw_channel_cost_usd_total', names, 1)
    for (const status of ['2xx', '4xx', '5xx', 'none']) {
      counts.add('gw_attempts_total', [...names, status], 1)
    }
  })
  each(400, (reason) => counts.add('gw_errors_total', [reason], 1))
  each(5000, (user) => {
    counts.add('gw_user_spend_usd_total', [user], 1)
    counts.add('gw_token_spend_usd_total', [user, user], 1)
  })
  return counts
}

async function families(counts: MetricCounts) {
  return readStrictly(
    await exposition({ counts, readings: [], by: ['user', 'token'], clock: systemClock }),
  )
}

test('200 channels and 500 models stay below 10,000 series, and nothing is lost', async () => {
  const counts = largeSite()
  const told = await families(counts)
  const series = [...told.values()].reduce((sum, { samples }) => sum + samples.length, 0)
  expect(series).toBeGreaterThan(MOST_SERIES / 2)
  expect(series).toBeLessThan(MOST_SERIES)
  const samples = told.get('gw_requests_total')?.samples ?? []
  const sum = samples.reduce((total, { value }) => total + value, 0)
  expect(sum).toBe(MODELS * GROUPS * 3)
  const rest = samples.filter(({ labels }) => labels.get('model') === 'other')
  expect(rest.map(({ labels }) => labels.get('status')).sort()).toEqual(['2xx', '4xx', '5xx'])
})

test('what a process has told is not told again, and bounds hold for the sum', async () => {
  const [worker, writer] = [largeSite(), largeSite()]
  const lines = async () => (await families(writer)).get('gw_requests_total')?.samples ?? []
  const before = await lines()
  writer.merge(worker.take())
  expect(worker.take()).toEqual([])
  worker.add('gw_requests_total', ['0', '0', '2xx'], 3)
  expect(worker.take()).toEqual([['gw_requests_total', ['0', '0', '2xx'], [3]]])
  const after = await lines()
  expect(after.map(({ value }) => value)).toEqual(before.map(({ value }) => value * 2))
})

test('what another version tells, and this one does not know, is left out', async () => {
  const counts = new MetricCounts()
  counts.merge([
    ['gw_of_tomorrow_total', ['a'], [1]],
    ['gw_requests_total', ['one label only'], [1]],
    ['gw_first_byte_seconds', ['m'], [1, 2, 3]],
  ])
  const told = await families(counts)
  expect(told.get('gw_requests_total')?.samples).toEqual([])
  expect(told.has('gw_of_tomorrow_total')).toBeFalse()
})
