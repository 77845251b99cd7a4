import { describe, expect, test } from 'bun:test'
import { JsonObjectScan } from '../../server/relay/formats/chat/json-object-scan'

const OBJECTS: readonly unknown[] = [
  {},
  { a: '}' },
  { a: '"}{' },
  { a: '\\' },
  { a: ['}', { b: ']' }, [[]]] },
  { 'ключ "x"': '世界\\"}' },
]

describe('the end of a JSON object that comes in fragments', () => {
  for (const object of OBJECTS) {
    const text = JSON.stringify(object)
    test(`is seen at its last character: ${text}`, () => {
      const scan = new JsonObjectScan()
      const seen = Array.from(text, (character) => scan.isCompleteAfter(character))
      expect(seen.indexOf(true)).toBe(seen.length - 1)
    })

    test(`is seen however it is split in two: ${text}`, () => {
      for (let at = 1; at < text.length; at += 1) {
        const scan = new JsonObjectScan()
        expect(scan.isCompleteAfter(text.slice(0, at))).toBe(false)
        expect(scan.isCompleteAfter(text.slice(at))).toBe(true)
      }
    })
  }

  test('white space around it changes nothing', () => {
    const scan = new JsonObjectScan()
    expect(scan.isCompleteAfter(' \n')).toBe(false)
    expect(scan.isCompleteAfter('{ } ')).toBe(true)
  })
})
