import { describe, expect, test } from 'bun:test'
import { readProviderUsage } from '../../server/domain/proof/provider-usage'
import { readCsv } from '../../server/domain/proof/read-csv'
import { isOpen, reconcile } from '../../server/domain/proof/reconcile'
import { sameModel } from '../../server/domain/proof/same-model'
import { fixture } from '../support/upstream'

const counted = (csv: string) =>
  readProviderUsage(csv)?.counts.map(({ day, class: name, count }) => [day, name, count])

const DAY = '2025-11-20'
const CLAUDE_CELLS = [
  [DAY, 'prompt', 10],
  [DAY, 'cache_read', 40],
  [DAY, 'cache_write', 50],
  [DAY, 'completion', 50],
]
const METERED = [
  [DAY, 'prompt', 1500],
  [DAY, 'cache_read', 900],
  [DAY, 'completion', 70],
]

describe('an export', () => {
  test.each([
    [
      'openai-console.csv',
      'openai',
      [
        [DAY, 'requests', 4],
        [DAY, 'prompt', 400],
        [DAY, 'cache_read', 600],
        [DAY, 'completion', 200],
      ],
    ],
    [
      'openai-api.json',
      'openai',
      [
        [DAY, 'requests', 4],
        [DAY, 'prompt', 300],
        [DAY, 'cache_read', 600],
        [DAY, 'cache_write', 100],
        [DAY, 'completion', 200],
      ],
    ],
    ['anthropic-console.csv', 'anthropic', CLAUDE_CELLS],
    ['anthropic-api.json', 'anthropic', CLAUDE_CELLS],
    ['google-console.csv', 'google', METERED],
    ['google-bigquery.jsonl', 'google', [METERED[0], METERED[2]]],
    ['azure-enterprise.csv', 'azure', METERED],
    ['azure-customer.csv', 'azure', [METERED[0], METERED[2]]],
    ['azure-focus.csv', 'focus', [METERED[0]]],
    ['bedrock-cur2.csv', 'bedrock', [...METERED, [DAY, 'cache_write', 400]]],
    ['bedrock-legacy.csv', 'bedrock', [METERED[0], METERED[1]]],
  ])('%s is known by its columns and counted by class', (file, shape, cells) => {
    const text = fixture(`provider-usage/${file}`)
    expect(readProviderUsage(text)).toMatchObject({ shape, isMoneyOnly: false })
    expect(counted(text)?.toSorted()).toEqual((cells as [string, string, number][]).toSorted())
  })

  test.each([
    ['openai-costs.json', 'openai costs'],
    ['anthropic-costs.json', 'anthropic costs'],
  ])('%s tells money, which is no count of anything', (file, shape) => {
    const read = readProviderUsage(fixture(`provider-usage/${file}`))
    expect(read).toEqual({ shape, counts: [], isMoneyOnly: true })
  })

  test('of ours is a table of date, model, class and count', () => {
    const csv = 'date,model,class,count\n2026-11-20,m,cache_read,7\n2026-11-20,m,other,7\n'
    expect(counted(csv)).toEqual([['2026-11-20', 'cache_read', 7]])
  })

  test('of another kind is not guessed at', () => {
    expect(readProviderUsage('a,b\n1,2\n')).toBeUndefined()
    expect(readProviderUsage('')).toBeUndefined()
    expect(readProviderUsage('{"data": [')).toBeUndefined()
    expect(readProviderUsage('[1, "x", null]')).toBeUndefined()
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

describe('a model of the provider', () => {
  const OURS = [
    'gpt-4o',
    'gpt-5.4',
    'gpt-5-mini',
    'gemini-2.5-flash',
    'anthropic.claude-sonnet-4-5-20250929-v1:0',
    'anthropic.claude-sonnet-4-20250514-v1:0',
    'amazon.nova-pro-v1:0',
  ]

  test.each([
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['gpt-5-mini-2025-08-07', 'gpt-5-mini'],
    ['gpt 4o 1120 cached Inp glbl Tokens', 'gpt-4o'],
    ['gpt 5.4 inp Gl 1M Tokens', 'gpt-5.4'],
    ['Generate content output token count gemini 2.5 flash short input text', 'gemini-2.5-flash'],
    ['USE1-Claude4.5Sonnet-input-tokens', 'anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['USE1-Claude4Sonnet-input-tokens', 'anthropic.claude-sonnet-4-20250514-v1:0'],
    ['USE1-NovaPro-input-tokens', 'amazon.nova-pro-v1:0'],
  ])('%s is ours', (given, name) => {
    expect(sameModel(given, OURS)).toBe(name)
  })

  test.each([
    'gpt-4o-mini-2024-07-18',
    'gpt 5.4 nano inp Gl 1M Tokens',
    'Generate content input token count gemini 2.5 flash lite text',
    'USE1-Claude3.5Sonnet-input-tokens',
    'USE1-NovaLite-input-tokens',
  ])('%s is another one of its family', (given) => {
    expect(sameModel(given, OURS)).toBe(given)
  })
})
