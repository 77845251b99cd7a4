import { describe, expect, test } from 'bun:test'
import { AwsEventStream } from '../../../server/relay/formats/framings/aws-event-stream'
import { awsFrame } from '../../support/bedrock'

const EVENT = { ':event-type': 'messageStart', ':message-type': 'event' }
const frame = awsFrame(EVENT, '{"role":"assistant"}')
const start = { name: 'messageStart', data: '{"role":"assistant"}' }

/** With one byte of it changed. */
function spoilt(at: number): Buffer {
  const bytes = Buffer.from(frame)
  bytes.writeUInt8((bytes.readUInt8(at) + 1) % 256, at)
  return bytes
}

describe("Amazon's event stream", () => {
  test('is read as its frames, however many come at once', () => {
    const framing = new AwsEventStream()
    expect(framing.push(Buffer.concat([frame, frame, frame]))).toEqual([start, start, start])
  })

  test.each([1, 2, 3, 7, 11, 16, 40])('is read the same in pieces of %i bytes', (size) => {
    const framing = new AwsEventStream()
    const bytes = Buffer.concat([frame, awsFrame(EVENT, ''), frame])
    const read = []
    for (let at = 0; at < bytes.length; at += size) {
      read.push(...framing.push(bytes.subarray(at, at + size)))
    }
    expect(read).toEqual([start, { name: 'messageStart', data: '' }, start])
    expect(framing.rest()).toEqual([])
  })

  test('keeps what is not whole to itself, also at the end', () => {
    const framing = new AwsEventStream()
    expect(framing.push(frame.subarray(0, frame.length - 1))).toEqual([])
    expect(framing.rest()).toEqual([])
  })

  test.each([
    ['length', 3],
    ['length of the headers', 7],
    ['checksum of the lengths', 8],
    ['headers', 14],
    ['payload', frame.length - 6],
    ['checksum of the frame', frame.length - 1],
  ])('a wrong %s is an error and no frame', (_, at) => {
    expect(() => new AwsEventStream().push(spoilt(at))).toThrow('upstream.invalid_answer')
  })

  test('a frame that claims to be enormous is refused before it is there', () => {
    const prelude = awsFrame({}, 'x'.repeat(17 * 1024 * 1024)).subarray(0, 12)
    expect(() => new AwsEventStream().push(prelude)).toThrow('upstream.too_large')
  })

  test('a frame that begins like another kind of answer is refused', () => {
    expect(() => new AwsEventStream().push(Buffer.from('data: {"a":1}\n\n'))).toThrow()
  })

  test('failures have the name of their kind', () => {
    const exception = awsFrame(
      { ':exception-type': 'throttlingException', ':message-type': 'exception' },
      '{"message":"slow down"}',
    )
    const error = awsFrame(
      { ':error-code': 'Boom', ':error-message': 'it broke', ':message-type': 'error' },
      '',
    )
    expect(new AwsEventStream().push(Buffer.concat([exception, error]))).toEqual([
      { name: 'exception/throttlingException', data: '{"message":"slow down"}' },
      { name: 'exception/Boom', data: '{"message":"it broke"}' },
    ])
  })
})
