import { describe, expect, test } from 'bun:test'
import { optionRow } from '../../../server/domain/options'
import { repeatedKey } from '../../../server/domain/options/repeated-key'

describe('a name that stands twice in one object', () => {
  test.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"x":{"b":1,"c":{},"b":[]}}', 'b'],
    ['[{"a":1},{"a":2}]', undefined],
    ['{"a":{"a":1}}', undefined],
    ['{"a":["a","a"],"b":"a"}', undefined],
    ['{"a":"{\\"b\\":1,\\"b\\":2}"}', undefined],
    ['{"\\u0061":1,"a":2}', 'a'],
    ['{"a":"x: {","b":"}"}', undefined],
    ['{}', undefined],
    ['7', undefined],
  ])('%s', (source, expected) => {
    expect(repeatedKey(source)).toBe(expected)
  })

  test('is refused in settings, because one of two prices would be lost', () => {
    const parse = () => optionRow('GroupRatio').parse('{"default":1,"vip":1,"vip":2}')
    expect(parse).toThrow(expect.objectContaining({ id: 'option.invalid' }))
  })
})
