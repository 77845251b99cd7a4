/** How long recordings are, as their files tell it; and forms torn anywhere. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { boundaryOf, type FormField, FormScan } from '../../server/relay/multipart/form-scan'
import { Recording } from '../../server/relay/multipart/recording'
import { type Gateway, startGateway } from '../support/gateway'
import { startUpstream, type Upstream } from '../support/upstream'
import { told } from './black-box'
import { formOf, loggedOf, postForm, recording } from './forms'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream({ headers: { 'content-type': 'text/plain' }, body: 'x' })
  gateway = await startGateway({
    channels: [{ type: 1, upstream, models: 'whisper-1' }],
    options: { ModelRatio: { 'whisper-1': 15 } },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const noise = (size: number) => Buffer.alloc(size, Buffer.from([1, 200, 33, 7, 90, 12, 250]))
const text = (value: string) => Buffer.from(value, 'latin1')

function be(value: number | bigint, bytes: number): Buffer {
  const out = Buffer.alloc(8)
  out.writeBigUInt64BE(BigInt(value))
  return out.subarray(8 - bytes)
}
const le = (value: number | bigint, bytes: number) => Buffer.from(be(value, bytes).toReversed())

function flac(rate: number, samples: number): Buffer {
  const packed = (BigInt(rate) << 44n) | (15n << 36n) | BigInt(samples)
  return Buffer.concat([text('fLaC'), be(0x22, 4), noise(10), be(packed, 8), noise(5_000)])
}

function oggPage(position: bigint, content: Buffer): Buffer {
  return Buffer.concat([text('OggS'), Buffer.alloc(2), le(position, 8), noise(12), content])
}

const opusHead = Buffer.concat([text('OpusHead'), be(1, 1), be(1, 1), le(312, 2), le(16_000, 4)])
const vorbisHead = Buffer.concat([text('\x01vorbis'), le(0, 4), be(2, 1), le(44_100, 4)])

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([be(content.length + 8, 4), text(type), content])
}

const ftyp = box('ftyp', text('M4A isom'))
const movie = (scale: number, length: number) =>
  box('moov', box('mvhd', Buffer.alloc(12), be(scale, 4), be(length, 4), noise(80)), noise(900))
const longMovie = (scale: number, length: number) =>
  box('moov', box('mvhd', be(1, 1), Buffer.alloc(19), be(scale, 4), be(length, 8), noise(80)))
const wideBox = (content: Buffer) =>
  Buffer.concat([be(1, 4), text('mdat'), be(content.length + 16, 8), content])

/** MPEG 1, layer 3, 128 kbit/s, 44,100 Hz, two channels: 417 bytes a frame. */
const MP3_FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413, 1)])
const mp3 = (count: number) => Buffer.concat(Array.from({ length: count }, () => MP3_FRAME))
function xing(frames: number): Buffer {
  const frame = Buffer.from(MP3_FRAME)
  Buffer.concat([text('Xing'), be(1, 4), be(frames, 4)]).copy(frame, 36)
  return frame
}
function tagged(size: number): Buffer {
  const syncsafe = Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 127))
  return Buffer.concat([text('ID3'), be(0x0400, 2), be(0, 1), syncsafe, Buffer.alloc(size, 2)])
}

/** 16,000 Hz, 100 bytes a frame. */
const AAC_FRAME = Buffer.concat([
  Buffer.from([0xff, 0xf1, 0x60, 0x40, 0x0c, 0x9f, 0xfc]),
  Buffer.alloc(93, 1),
])
const aac = (count: number) => Buffer.concat(Array.from({ length: count }, () => AAC_FRAME))

function float(value: number, bytes: 4 | 8): Buffer {
  const out = Buffer.alloc(bytes)
  if (bytes === 4) out.writeFloatBE(value)
  else out.writeDoubleBE(value)
  return out
}
function webm(...info: readonly Buffer[]): Buffer {
  const begin = Buffer.from('1a45dfa3934286810142f781', 'hex')
  return Buffer.concat([begin, Buffer.from('1549a966a0', 'hex'), ...info, noise(4_000)])
}
const tick = (value: number) => Buffer.concat([Buffer.from('2ad7b183', 'hex'), be(value, 3)])
const lasts = (value: number, bytes: 4 | 8) =>
  Buffer.concat([Buffer.from(bytes === 4 ? '448984' : '448988', 'hex'), float(value, bytes)])

function piped(seconds: number): Buffer {
  const bytes = Buffer.from(recording(seconds))
  bytes.writeUInt32LE(0xffff_ffff, 40)
  return bytes
}

const FILES: Readonly<Record<string, readonly [bytes: Buffer, seconds: number]>> = {
  WAV: [Buffer.from(recording(3.5)), 3.5],
  'WAV written into a pipe': [piped(2.25), 2.25],
  FLAC: [flac(44_100, 44_100 * 12), 12],
  'Ogg Opus': [
    Buffer.concat([oggPage(0n, opusHead), noise(90_000), oggPage(336_312n, noise(900))]),
    7,
  ],
  'Ogg Vorbis, whose last page has no place of its own': [
    Buffer.concat([
      oggPage(0n, vorbisHead),
      oggPage(441_000n, noise(900)),
      oggPage(0xffff_ffff_ffff_ffffn, noise(90)),
    ]),
    10,
  ],
  'MP4 with its header at the end': [
    Buffer.concat([ftyp, box('mdat', noise(200_000)), movie(1_000, 65_400)]),
    65.4,
  ],
  'MP4 with its header in front': [
    Buffer.concat([ftyp, movie(44_100, 441_000), box('mdat', noise(90_000))]),
    10,
  ],
  'MP4 of the long kind': [
    Buffer.concat([ftyp, wideBox(noise(100_000)), longMovie(1_000, 5_500)]),
    5.5,
  ],
  'MP3 of constant rate': [mp3(1_000), 26.0625],
  'MP3 of varying rate': [Buffer.concat([xing(500), mp3(9)]), 13.06],
  'MP3 behind a large cover': [Buffer.concat([tagged(150_000), mp3(1_000)]), 26.0625],
  AAC: [aac(250), 16],
  WebM: [webm(tick(1_000_000), lasts(4_200, 8)), 4.2],
  'WebM of another tick': [webm(tick(100_000), lasts(42_000, 4)), 4.2],
}

/** What a file says of itself and cannot be true, with what is believed instead. */
const FORGED: Readonly<Record<string, readonly [bytes: Buffer, seconds: number]>> = {
  'a FLAC of one sample': [flac(44_100, 1), 0.0286],
  'an Ogg of no time': [
    Buffer.concat([oggPage(0n, opusHead), noise(128_000), oggPage(313n, noise(9))]),
    2,
  ],
  'an MP3 of one frame': [Buffer.concat([xing(1), mp3(999)]), 8.69],
  'an MP4 of a millisecond': [Buffer.concat([ftyp, movie(1_000, 1), noise(2_500_000)]), 2],
}

const GUESSED: Readonly<Record<string, Buffer>> = {
  'WebM of a browser': webm(tick(1_000_000)),
  'MP4 in fragments': Buffer.concat([ftyp, movie(1_000, 0), box('moof', noise(4_000))]),
  'Ogg without an end': oggPage(0n, opusHead),
  noise: noise(16_000),
  'RIFF that is no sound': Buffer.concat([text('RIFF'), le(4, 4), text('AVI '), noise(900)]),
  'a broken MP4': Buffer.concat([ftyp, be(3, 4), text('mdat'), noise(500)]),
  'hardly anything': Buffer.from([1]),
}

function heard(bytes: Buffer, pieceBytes: number) {
  const one = new Recording()
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    one.push(bytes.subarray(at, at + pieceBytes))
  }
  one.end()
  return one.duration(bytes.length)
}

describe('the length of a recording', () => {
  for (const [kind, [bytes, seconds]] of Object.entries(FILES)) {
    test(`is what a ${kind} file tells, in whatever pieces it comes`, () => {
      for (const size of [bytes.length, 65_536, 70_001, 997]) {
        const { seconds: told, isGuessed } = heard(bytes, size)
        expect(isGuessed).toBe(false)
        expect(told).toBeCloseTo(seconds, 1)
      }
    })
  }

  for (const [kind, [bytes, seconds]] of Object.entries(FORGED)) {
    test(`is not believed of ${kind}`, () => {
      const told = heard(bytes, 65_536)
      expect(told.isGuessed).toBe(true)
      expect(told.seconds).toBeCloseTo(seconds, 1)
    })
  }

  for (const [kind, bytes] of Object.entries(GUESSED)) {
    test(`is guessed from its size for ${kind}`, () => {
      expect(heard(bytes, 997)).toEqual({ seconds: bytes.length / 8_000, isGuessed: true })
    })
  }

  test('is billed by begun seconds, and the log says where it comes from', async () => {
    const bill = async (bytes: Buffer) => {
      const file = { name: 'file', filename: 'a', bytes }
      const parts = [{ name: 'model', value: 'whisper-1' }, file]
      const answer = await told(postForm(gateway, '/v1/audio/transcriptions', { parts }))
      const { row, other } = await loggedOf(gateway, answer.requestId)
      return [row.quota, other.counted_by]
    }
    const m4a = FILES['MP4 with its header at the end']?.[0]
    expect(await bill(m4a ?? noise(1))).toEqual([66 * 250, 'recording'])
    expect(await bill(noise(16_001))).toEqual([3 * 250, 'size'])
    expect(await bill(noise(1))).toEqual([250, 'size'])
  })
})

describe('a form', () => {
  const parts = [
    { name: 'model', value: 'whisper-1' },
    { name: 'file', filename: 'a\\".wav', type: 'audio/wav', bytes: text('\r\n-\r\n----\r\n--\r') },
    { name: 'prompt', value: 'Grüezi\r\n--' },
    { name: 'empty', value: '' },
  ]
  const { body, type } = formOf(parts)

  function scanned(pieces: readonly Buffer[]) {
    const fields: FormField[] = []
    let file = ''
    const scan = new FormScan(boundaryOf(type) ?? '', {
      wants: () => true,
      onPart: () => {},
      onField: (field) => void fields.push(field),
      onFile: (_, bytes) => {
        file += bytes.toString('latin1')
      },
    })
    for (const piece of pieces) scan.push(piece)
    scan.end()
    return { fields, file }
  }

  test('is read the same wherever it is torn', () => {
    const whole = scanned([body])
    expect(whole.file).toBe('\r\n-\r\n----\r\n--\r')
    expect(whole.fields.map(({ name, value }) => [name, value])).toEqual([
      ['model', 'whisper-1'],
      ['prompt', 'Grüezi\r\n--'],
      ['empty', ''],
    ])
    for (const { value, start, end } of whole.fields) {
      expect(body.toString('utf8', start, end)).toBe(value)
    }
    for (let at = 1; at < body.length; at += 1) {
      expect(scanned([body.subarray(0, at), body.subarray(at)])).toEqual(whole)
    }
    expect(scanned([...body].map((byte) => Buffer.from([byte])))).toEqual(whole)
  })

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=a; boundary=b',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    'multipart/form-data; boundary=a; boundary*=b',
    'multipart/mixed; boundary=a',
    'application/json',
  ])('has no boundary in %p', (contentType) => {
    expect(boundaryOf(contentType)).toBeUndefined()
  })

  test('of too many parts is refused', () => {
    const many = formOf(Array.from({ length: 300 }, (_, at) => ({ name: `f${at}`, value: 'x' })))
    expect(() => scanned([many.body])).toThrow(GatewayError)
  })
})
