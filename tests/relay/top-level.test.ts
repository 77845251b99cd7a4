import { describe, expect, test } from 'bun:test'
import { readField, spliceFields, topLevelFields } from '../../server/relay/formats/chat/top-level'

const bytesOf = (text: string) => Buffer.from(text)

function splice(text: string, values: Record<string, unknown>): string {
  const bytes = bytesOf(text)
  const spans = topLevelFields(bytes)
  if (spans === undefined) throw new Error('not an object')
  return spliceFields(bytes, spans, values).toString()
}

describe('finding top-level fields', () => {
  test('nested fields of the same name are not taken for top-level ones', () => {
    const bytes = bytesOf('{"a":{"model":"inner"},"list":[{"model":1}],"model":"outer"}')
    expect(readField(bytes, topLevelFields(bytes)?.get('model'))).toBe('outer')
  })

  test('braces, quotes and backslashes inside strings do not confuse the scan', () => {
    const bytes = bytesOf(JSON.stringify({ t: '}]{["\\" \\\\', 'k"ey': 1, model: 'm' }))
    const spans = topLevelFields(bytes)
    expect(readField(bytes, spans?.get('model'))).toBe('m')
    expect(readField(bytes, spans?.get('k"ey'))).toBe(1)
  })

  test('what JSON.parse reads, the scan finds, for many shapes', () => {
    const samples = [
      {},
      { a: 1 },
      { a: [], b: {}, c: null, d: true, e: -1.5e10, f: '' },
      { deep: { x: [[[{ y: '"' }]]] }, '': 'empty name', 字: '😀' },
    ]
    for (const sample of samples) {
      for (const text of [JSON.stringify(sample), JSON.stringify(sample, null, 3)]) {
        const bytes = bytesOf(text)
        const spans = topLevelFields(bytes)
        const found = Object.fromEntries(
          [...(spans ?? [])].map(([name, span]) => [name, readField(bytes, span)]),
        )
        expect(found).toEqual(sample)
      }
    }
  })

  for (const broken of [
    '',
    '[]',
    '{',
    '{"a"',
    '{"a":}',
    '{"a":1',
    '{"a":"x}',
    '{"a":[1}',
    '{} x',
  ]) {
    test(`${JSON.stringify(broken)} is not an object`, () => {
      expect(topLevelFields(bytesOf(broken))).toBeUndefined()
    })
  }
})

describe('splicing fields', () => {
  test('a replaced value leaves every other byte alone', () => {
    const text = '{ "x" : 1.0, "model":"old" ,"y":"\\u00e9" }'
    expect(splice(text, { model: 'new' })).toBe('{ "x" : 1.0, "model":"new" ,"y":"\\u00e9" }')
  })

  test('a missing field is added, also to an empty object', () => {
    expect(splice('{"a":1}', { b: { c: true } })).toBe('{"a":1,"b":{"c":true}}')
    expect(splice('{}', { b: 1 })).toBe('{"b":1}')
  })

  test('several edits at once keep their places', () => {
    const result = splice('{"stream_options":null,"model":"m","n":1}', {
      model: 'longer-name',
      stream_options: { include_usage: true },
      z: 0,
    })
    expect(JSON.parse(result)).toEqual({
      stream_options: { include_usage: true },
      model: 'longer-name',
      n: 1,
      z: 0,
    })
  })
})
