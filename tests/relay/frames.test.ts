import { describe, expect, test } from 'bun:test'
import { FrameAligner, parseFrames } from '../../server/relay/formats/framings/frames'

interface Aligned {
  readonly whole: string
  readonly rest: string
  readonly pieces: readonly string[]
}

function aligned(chunks: readonly string[]): Aligned {
  return alignedBytes(chunks.map((chunk) => Buffer.from(chunk)))
}

function alignedBytes(chunks: readonly Buffer[]): Aligned {
  const aligner = new FrameAligner()
  const pieces = chunks.flatMap((chunk) => aligner.push(chunk)?.toString() ?? [])
  return { whole: pieces.join(''), rest: aligner.rest().toString(), pieces }
}

describe('aligning frames', () => {
  test('a chunk of whole frames passes as it came', () => {
    const { pieces } = aligned(['data: a\n\ndata: b\n\n'])
    expect(pieces).toEqual(['data: a\n\ndata: b\n\n'])
  })

  test('half a frame waits for its other half', () => {
    const { pieces, rest } = aligned(['data: a\n\nda', 'ta: b\n', '\nda'])
    expect(pieces).toEqual(['data: a\n\n', 'data: b\n\n'])
    expect(rest).toBe('da')
  })

  for (const separator of ['\n\n', '\r\n\r\n', '\n\r\n']) {
    const text = ['data: {"t":"é字😀"}', 'event: x\ndata: 2', 'data: [DONE]', ''].join(separator)
    test(`torn at every byte, ${JSON.stringify(separator)} still ends a frame`, () => {
      const bytes = Buffer.from(text)
      for (let at = 1; at < bytes.length; at += 1) {
        const aligner = new FrameAligner()
        const parts = [bytes.subarray(0, at), bytes.subarray(at)].flatMap(
          (part) => aligner.push(part) ?? [],
        )
        expect(Buffer.concat(parts).toString()).toBe(text)
        for (const part of parts) expect(part.toString()).toEndWith(separator)
      }
    })
  }

  test('torn after every byte, frames with several lines come out whole', () => {
    const text = 'event: a\ndata: 1\ndata: é\n\ndata: 2\r\ndata: 3\r\n\r\ndata: 4\n\nda'
    const bytes = Buffer.from(text)
    const aligner = new FrameAligner()
    const pieces = Array.from(bytes, (_, at) => aligner.push(bytes.subarray(at, at + 1)))
    const whole = pieces.flatMap((piece) => piece?.toString() ?? [])
    expect(whole).toEqual([
      'event: a\ndata: 1\ndata: é\n\n',
      'data: 2\r\ndata: 3\r\n\r\n',
      'data: 4\n\n',
    ])
    expect(aligner.rest().toString()).toBe('da')
  })

  test('frames of bare carriage returns come out with line feeds, wherever they are torn', () => {
    const text = 'event: x\rdata: {"t":"é字"}\r\rdata: [DONE]\r\r'
    const bytes = Buffer.from(text)
    for (let at = 1; at < bytes.length; at += 1) {
      const { whole, rest } = alignedBytes([bytes.subarray(0, at), bytes.subarray(at)])
      expect(whole).toBe(text.replaceAll('\r', '\n'))
      expect(rest).toBe('')
    }
    const single = alignedBytes(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))
    expect(single.pieces).toEqual(['event: x\ndata: {"t":"é字"}\n\n', 'data: [DONE]\n\n'])
    expect(aligned(['data: a\r\rdata: [DONE]']).rest).toBe('data: [DONE]')
  })

  test('a frame that never ends is refused before it fills the memory', () => {
    const aligner = new FrameAligner()
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    expect(() => {
      for (let count = 0; count < 12; count += 1) aligner.push(chunk)
    }).toThrow('upstream.too_large')
  })
})

describe('parsing frames', () => {
  test('names and data are read, comments are not frames', () => {
    const frames = parseFrames(': ping\n\nevent: a\ndata: 1\ndata: 2\n\ndata:3\n\n')
    expect(frames).toEqual([
      { name: 'a', data: '1\n2' },
      { name: '', data: '3' },
    ])
  })

  test('only one space after the colon belongs to the format', () => {
    expect(parseFrames('data:  x\n\n')).toEqual([{ name: '', data: ' x' }])
  })
})
