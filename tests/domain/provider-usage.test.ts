import { describe, expect, test } from 'bun:test'
import { readProviderUsage } from '../../server/domain/proof/provider-usage'
import { readCsv } from '../../server/domain/proof/read-csv'
import { isOpen, reconcile } from '../../server/domain/proof/reconcile'

const counted = (csv: string) =>
  readProviderUsage(csv)?.counts.map(({ day, class: name, count }) => [day, name, count])

describe('an export', () => {
  test('of OpenAI has cached tokens among those of the input', () => {
    const csv =
      'start_time,start_time_iso,num_model_requests,model,input_tokens,output_tokens,' +
      'input_cached_tokens\n1759622400,2025-10-05T00:00:00+00:00,4,gpt-5-mini,1000,200,600\n'
    expect(counted(csv)).toEqual([
      ['2025-10-05', 'requests', 4],
      ['2025-10-05', 'prompt', 400],
      ['2025-10-05', 'cache_read', 600],
      ['2025-10-05', 'completion', 200],
    ])
  })

  test('of Anthropic counts both lifetimes of a cache as written', () => {
    const csv =
      'usage_date_utc,model_version,usage_input_tokens_no_cache,' +
      'usage_input_tokens_cache_write_5m,' +
      'usage_input_tokens_cache_write_1h,usage_input_tokens_cache_read,usage_output_tokens\n' +
      '2026-11-20,claude-sonnet-4-5-20250929,10,20,30,40,50\n'
    expect(counted(csv)).toEqual([
      ['2026-11-20', 'prompt', 10],
      ['2026-11-20', 'cache_read', 40],
      ['2026-11-20', 'cache_write', 50],
      ['2026-11-20', 'completion', 50],
    ])
  })

  test.each([
    [
      'google',
      'Usage start date,SKU description,Usage amount,Usage unit\n' +
        '2026-11-20,Gemini 2.5 Flash Text Input,1500,count\n',
      ['2026-11-20', 'prompt', 1500],
    ],
    [
      'azure',
      'Date,MeterName,Quantity,UnitOfMeasure\n11/20/2026,gpt-4o-0806-Outp-glbl Tokens,1.5,1K\n',
      ['2026-11-20', 'completion', 1500],
    ],
    [
      'bedrock',
      'lineItem/UsageStartDate,lineItem/UsageType,lineItem/UsageAmount\n' +
        '2026-11-20T00:00:00Z,USE1-Claude3.5Sonnet-input-tokens,2.5\n',
      ['2026-11-20', 'prompt', 2500],
    ],
    [
      'plain',
      'date,model,class,count\n2026-11-20,m,cache_read,7\n',
      ['2026-11-20', 'cache_read', 7],
    ],
  ])('of %s is known by its columns', (shape, csv, cell) => {
    expect(readProviderUsage(csv)?.shape).toBe(shape)
    expect(counted(csv)).toEqual([cell as [string, string, number]])
  })

  test('of another kind is not guessed at', () => {
    expect(readProviderUsage('a,b\n1,2\n')).toBeUndefined()
    expect(readProviderUsage('')).toBeUndefined()
  })

  test('may have quotes, lines within cells, and another separator', () => {
    expect(readCsv('a,b\r\n"x, ""y""","1\n2"\r\n')).toEqual([{ a: 'x, "y"', b: '1\n2' }])
    expect(readCsv('\uFEFFa;b\n1;2')).toEqual([{ a: '1', b: '2' }])
  })
})

const cell = (day: string, count: number, more: object = {}) => ({
  ...{ day, model: 'gpt-4o', class: 'prompt' as const, count, estimated: 0 },
  ...more,
})

describe('a difference', () => {
  const verdict = (
    ours: Parameters<typeof reconcile>[0],
    theirs: Parameters<typeof reconcile>[1],
  ) => reconcile(ours, theirs).map((row) => row.verdict)

  test('is none where both say the same, whatever the provider calls the model', () => {
    const theirs = [cell('2026-11-20', 5, { model: 'gpt-4o-2024-08-06' })]
    expect(verdict([cell('2026-11-20', 5)], theirs)).toEqual(['equal'])
  })

  test('of a thousandth is rounding', () => {
    expect(verdict([cell('2026-11-20', 100_050)], [cell('2026-11-20', 100_000)])).toEqual([
      'rounding',
    ])
  })

  test('that the next day gives back lies at midnight', () => {
    const ours = [cell('2026-11-20', 700), cell('2026-11-21', 300)]
    const theirs = [cell('2026-11-20', 500), cell('2026-11-21', 500)]
    expect(verdict(ours, theirs)).toEqual(['day_border', 'day_border'])
  })

  test('no larger than what was estimated here is explained by it', () => {
    const ours = [cell('2026-11-20', 1000), cell('2026-11-20', 60, { estimated: 60 })]
    expect(verdict(ours, [cell('2026-11-20', 1010)])).toEqual(['estimated'])
  })

  test('is named where only one side has it, or nothing explains it', () => {
    const rows = reconcile(
      [cell('2026-11-20', 9), cell('2026-11-22', 90)],
      [cell('2026-11-20', 90), cell('2026-11-24', 9)],
    )
    expect(rows.map((row) => row.verdict)).toEqual(['unexplained', 'only_ours', 'only_theirs'])
    expect(rows.every(isOpen)).toBe(true)
  })

  test('of what the provider does not count is none', () => {
    const ours = [cell('2026-11-20', 9), cell('2026-11-20', 3, { class: 'requests' })]
    expect(verdict(ours, [cell('2026-11-20', 9)])).toEqual(['equal'])
  })
})
