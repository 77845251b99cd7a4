import { describe, expect, test } from 'bun:test'
import { NdjsonFraming } from '../../../server/relay/formats/framings/ndjson'

const LINES = ['{"a":"Grüße"}', '{"b":"世界"}', '{"c":3}']
const BYTES = Buffer.from(`${LINES.join('\n')}\n`)

function read(pieces: readonly Buffer[]): readonly string[] {
  const framing = new NdjsonFraming()
  const frames = pieces.flatMap((piece) => framing.push(piece))
  return [...frames, ...framing.rest()].map(({ data }) => data)
}

describe('lines of JSON', () => {
  test('are the same wherever the network tears them', () => {
    for (let at = 0; at <= BYTES.length; at += 1) {
      expect(read([BYTES.subarray(0, at), BYTES.subarray(at)])).toEqual(LINES)
    }
  })

  test('are the same byte by byte', () => {
    const bytes = Array.from({ length: BYTES.length }, (_, at) => BYTES.subarray(at, at + 1))
    expect(read(bytes)).toEqual(LINES)
  })

  test('may lack the end of the last one, and have empty ones between them', () => {
    expect(read([Buffer.from('{"a":1}\n\n\r\n{"b":2}')])).toEqual(['{"a":1}', '{"b":2}'])
  })

  test('are refused when one does not end', () => {
    const framing = new NdjsonFraming()
    const megabyte = Buffer.alloc(1024 * 1024, 'x')
    const all = () => {
      for (let at = 0; at < 11; at += 1) framing.push(megabyte)
    }
    expect(all).toThrow('upstream.too_large')
  })
})
