import { describe, expect, test } from 'bun:test'
import { seriesOf, type UsageHour, usageOf } from '../../web/pages/detail/usage'

const AT = 1_749_999_600
const FRAME = { span: { from: AT, to: AT }, unit: 'hour', timeZone: 'UTC' } as const

function hoursOf(models: number): UsageHour[] {
  return Array.from({ length: models }, (_, index) => ({
    id: index + 1,
    user_id: 1,
    username: 'ann',
    model_name: `model-${index}`,
    created_at: AT,
    token_used: 1,
    count: 1,
    quota: 100 - index,
  }))
}

describe('the parts of a bar', () => {
  test('are all that was used, also with more models than colours', () => {
    const usage = usageOf(hoursOf(11), FRAME)
    const series = seriesOf(usage, 'quota', 'Other models')
    // The chart draws a part only when it has a key.
    const drawn = series.filter(({ key }) => Boolean(key)).flatMap(({ values }) => values)
    expect(drawn.reduce((sum, value) => sum + value, 0)).toBe(usage.total.quota)
    expect(series.at(-1)?.title).toBe('Other models')
    expect(new Set(series.map(({ key }) => key)).size).toBe(series.length)
  })

  test('have no rest while there is a colour for each', () => {
    const titles = seriesOf(usageOf(hoursOf(3), FRAME), 'quota', 'Other').map(({ title }) => title)
    expect(titles).toEqual(['model-0', 'model-1', 'model-2'])
  })
})
