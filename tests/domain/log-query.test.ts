import { describe, expect, test } from 'bun:test'
import { readLogLine } from '../../server/domain/logs/query/conditions'
import {
  fieldIn,
  partsOf,
  quotedValue,
  typedValue,
  withField,
} from '../../server/domain/logs/query/lex'
import { suggestionsAt } from '../../web/pages/log/query/query-suggestions'

const reader = { isAdmin: true, perUnit: 500_000 }
const read = (line: string) => readLogLine(line, reader)
const only = (line: string) => {
  const { tests, words, unclear } = read(line)
  expect([words, unclear, tests.length]).toEqual(['', [], 1])
  return tests[0]
}

describe('or and not', () => {
  const plain = (line: string) => read(line).tests
  test('stand between fields and before them', () => {
    expect(plain('not model:a')).toEqual(plain('-model:a'))
    expect(plain('not -model:a')).toEqual(plain('model:a'))
    const [a] = plain('model:a')
    const [b] = plain('-token:b')
    const [c] = plain('cost:>1')
    expect(plain('model:a or not token:b OR cost:>1 type:failed')).toEqual([
      { ...a, or: [b, c] },
      ...plain('type:failed'),
    ] as never)
  })
  test('are words where they join nothing', () => {
    expect(read('rock or roll').words).toBe('rock or roll')
    expect(read('or model:a not').words).toBe('or not')
    expect(read('to be or not').words).toBe('to be or not')
  })
})

describe('a query line', () => {
  test('says that it does not understand a network of half octets', () => {
    expect(read('ip:10.0.0.0/20').unclear).toEqual(['ip:10.0.0.0/20'])
  })

  test.each([
    ['model:gpt-5', [[{ column: 'model_name', is: 'gpt-5' }]]],
    ['model_name:gpt-5', [[{ column: 'model_name', is: 'gpt-5' }]]],
    ['MODEL:gpt-5', [[{ column: 'model_name', is: 'gpt-5' }]]],
    ['model:gpt-*', [[{ column: 'model_name', like: 'gpt-*' }]]],
    ['ip:203.0.113.7', [[{ column: 'ip', is: '203.0.113.7' }]]],
    ['ip:203.0.113.0/24', [[{ column: 'ip', like: '203.0.113.*' }]]],
    ['ip:10.2.3.4/8', [[{ column: 'ip', like: '10.*' }]]],
    ['model:"gpt-*"', [[{ column: 'model_name', is: 'gpt-*' }]]],
    ['token:"my \\"app\\""', [[{ column: 'token_name', is: 'my "app"' }]]],
    [
      'model:a,b',
      [
        [
          { column: 'model_name', is: 'a' },
          { column: 'model_name', is: 'b' },
        ],
      ],
    ],
    ['cost:>0.01', [[{ column: 'quota', compare: '>', value: 5000 }]]],
    ['cost:>=$0.29', [[{ column: 'quota', compare: '>=', value: 145_000 }]]],
    ['credits:<10k', [[{ column: 'quota', compare: '<', value: 10_000 }]]],
    ['time:>5s', [[{ column: 'use_time', compare: '>', value: 5 }]]],
    ['tokens:7', [[{ column: 'tokens', compare: '=', value: 7 }]]],
    [
      'tokens:1k..1.5m',
      [
        [{ column: 'tokens', compare: '>=', value: 1_000 }],
        [{ column: 'tokens', compare: '<=', value: 1_500_000 }],
      ],
    ],
    ['channel:7', [[{ column: 'channel_id', compare: '=', value: 7 }]]],
    ['type:top_up', [[{ column: 'type', compare: '=', value: 1 }]]],
    ['type:5', [[{ column: 'type', compare: '=', value: 5 }]]],
    ['status:200', [[{ column: 'type', compare: '=', value: 2 }]]],
    ['stream:no', [[{ column: 'is_stream', compare: '=', value: 0 }]]],
    ['retried:yes', [[{ mark: '"retries":' }]]],
    ['error:price.missing', [[{ mark: '"error":"price.missing"' }]]],
  ])('%p asks one thing', (line, allOf) => {
    expect(only(line)).toEqual({ isNot: false, allOf } as never)
    expect(only(`-${line}`)).toEqual({ isNot: true, allOf } as never)
  })

  test('asks for a status in what upstreams and this gateway say with it', () => {
    const marks = JSON.stringify(only('status:402'))
    expect(marks).toContain('upstream_status\\":402')
    expect(marks).toContain('told_status\\":402')
    expect(JSON.stringify(only('status:5xx'))).toContain('upstream_status\\":5')
  })

  test.each([
    ['modle:gpt-5', 'modle:gpt-5'],
    ['cost:cheap', 'cost:cheap'],
    ['cost:>', 'cost:>'],
    ['cost:1..', 'cost:1..'],
    ['status:900', 'status:900'],
    ['type:none', 'type:none'],
    ['stream:perhaps', 'stream:perhaps'],
    ['retried:no', 'retried:no'],
    ['status:400,401,402,403,404,429', 'status:400,401,402,403,404,429'],
  ])('%p is told to be unclear', (line, part) => {
    expect(read(line)).toMatchObject({ tests: [], words: '', unclear: [part] })
  })

  test('does not let users ask for what concerns operators', () => {
    const line = 'user:ann channel:7 model:a'
    const asked = readLogLine(line, { ...reader, isAdmin: false })
    expect(asked.unclear).toEqual(['user:ann', 'channel:7'])
    expect(asked.tests).toHaveLength(1)
  })

  test('looks for words that are no fields, and ignores a field that is still being typed', () => {
    expect(read('rate limit')).toEqual({ tests: [], words: 'rate limit', unclear: [] })
    expect(read('"model:x" http://a/b')).toMatchObject({ words: 'model:x http://a/b', tests: [] })
    expect(read('model: ')).toEqual({ tests: [], words: '', unclear: [] })
    expect(read('')).toEqual({ tests: [], words: '', unclear: [] })
  })

  test('never takes long to read, however it is written', () => {
    const hostile = `${'"\\'.repeat(5000)}${'a:'.repeat(5000)}`
    expect(partsOf(hostile).length).toBeLessThan(500)
    expect(() => read(hostile)).not.toThrow()
  })
})

describe('one field of a line', () => {
  test('is read and written, and the rest stays', () => {
    const line = 'cost:>1 model:a -model:b words'
    expect(fieldIn(line, 'model')).toBe('a')
    expect(withField(line, 'model', typedValue('c d'))).toBe('cost:>1 model:"c d" -model:b words')
    expect(withField(line, 'model', '')).toBe('cost:>1 -model:b words')
    expect(withField(line, 'token', 'x')).toBe('cost:>1 model:a -model:b words token:x')
    expect(fieldIn(withField('', 'token', typedValue('say "hi"')), 'token')).toBe('say "hi"')
  })

  test.each(['a,b', 'a*', '>5', '', 'a b', 'a"b', 'a\\'])('carries %p to the letter', (value) => {
    const [part] = read(`token:${quotedValue(value)}`).tests
    expect(part?.allOf).toEqual([[{ column: 'token_name', is: value }]])
  })
})

describe('suggestions', () => {
  const known = { model: ['gpt-5', 'gpt-5-mini', 'claude'], token: ['my app'] }
  const at = (line: string, isForAll = true) =>
    suggestionsAt(line, line.length, { isForAll, known }).choices.map(({ insert }) => insert)

  test('are fields first, then values of what was chosen', () => {
    expect(at('mo')).toEqual(['model:'])
    expect(at('-st')).toEqual(['-status:', '-stream:'])
    expect(at('cost:>1 model:gpt')).toEqual(['model:gpt-5 ', 'model:gpt-5-mini '])
    expect(at('model:claude,mini')).toEqual(['model:claude,gpt-5-mini '])
    expect(at('token:"my')).toEqual(['token:"my app" '])
    expect(at('type:ref')).toEqual(['type:refused '])
    expect(at('nothing')).toEqual([])
  })

  test('name to users no field that is the operator’s', () => {
    expect(at('us', false)).toEqual([])
    expect(at('channel:', false)).toEqual([])
  })

  test('end when the value is there', () => {
    expect(at('model:claude')).toEqual([])
  })
})
