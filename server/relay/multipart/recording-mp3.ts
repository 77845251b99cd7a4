/** The length of an MP3 file, or of bare AAC frames, which begin much the same. */

const ID3_HEAD_BYTES = 10

/** Where the frames begin: behind the tag with title and cover. */
export function skipOfMp3(head: Buffer): number {
  if (head.length < ID3_HEAD_BYTES || head.toString('latin1', 0, 3) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, ID3_HEAD_BYTES)
  return ID3_HEAD_BYTES + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127)
}

export interface Mp3Sample {
  readonly frames: { readonly bytes: Buffer; readonly at: number }
  readonly size: number
}

interface Frame {
  readonly bitsPerSecond: number
  readonly samplesPerSecond: number
  readonly samples: number
  /** Bytes of the part in front of the sound, where other headers stand. */
  readonly side: number
}

export function readMp3({ frames: { bytes, at }, size }: Mp3Sample): number | undefined {
  const aac = readAac(bytes, size - at)
  if (aac !== undefined) return aac
  const start = frameStart(bytes)
  const frame = start < 0 || start > MOST_PADDING ? undefined : readFrame(bytes, start)
  if (frame === undefined) return undefined
  const counted = framesTold(bytes, start, frame)
  if (counted !== undefined) return (counted * frame.samples) / frame.samplesPerSecond
  return ((size - at - start) * 8) / frame.bitsPerSecond
}

/** Further in it is chance that bytes look like a frame. */
const MOST_PADDING = 2048

/** Two frames, one behind the other: one alone may be chance. */
function frameStart(bytes: Buffer): number {
  for (let at = bytes.indexOf(255); at >= 0; at = bytes.indexOf(255, at + 1)) {
    const frame = readFrame(bytes, at)
    if (frame === undefined) continue
    const padding = ((bytes[at + 2] ?? 0) >> 1) & 1
    const size = Math.floor((frame.samples * frame.bitsPerSecond) / 8 / frame.samplesPerSecond)
    const next = at + size + padding
    if (next + 4 > bytes.length || readFrame(bytes, next) !== undefined) return at
  }
  return -1
}

/** kbit/s by the index of a frame's head, of version 1 and of the later ones. */
const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES = [44_100, 48_000, 32_000]

/** By the number that a frame's head has: MPEG 2.5, none, 2 and 1. */
const OLDEST = { divisor: 4, samples: 576, mono: 9, stereo: 17 }
const VERSIONS = [
  OLDEST,
  undefined,
  { divisor: 2, samples: 576, mono: 9, stereo: 17 },
  { divisor: 1, samples: 1152, mono: 17, stereo: 32 },
]

function readFrame(bytes: Buffer, at: number): Frame | undefined {
  const [sync = 0, kind = 0, rate = 0, mode = 0] = bytes.subarray(at, at + 4)
  if (bytes.length < at + 4 || sync !== 255 || (kind & 224) !== 224) return undefined
  const version = (kind >> 3) & 3
  const isLayer3 = ((kind >> 1) & 3) === 1
  const kbits = (version === 3 ? RATES_1 : RATES_2)[rate >> 4] ?? 0
  const base = SAMPLE_RATES[(rate >> 2) & 3] ?? 0
  if (!isLayer3 || version === 1 || kbits === 0 || base === 0) return undefined
  const isMono = mode >> 6 === 3
  const { divisor, samples, mono, stereo } = VERSIONS[version] ?? OLDEST
  return {
    bitsPerSecond: kbits * 1000,
    samplesPerSecond: base / divisor,
    samples,
    side: isMono ? mono : stereo,
  }
}

/** What a file of varying rate says of itself in its first frame. */
function framesTold(bytes: Buffer, start: number, { side }: Frame): number | undefined {
  const xing = start + 4 + side
  const name = bytes.toString('latin1', xing, xing + 4)
  if ((name === 'Xing' || name === 'Info') && bytes.length >= xing + 12) {
    const hasCount = (bytes.readUInt32BE(xing + 4) & 1) === 1
    return hasCount ? bytes.readUInt32BE(xing + 8) : undefined
  }
  const vbri = start + 36
  const isVbri = bytes.toString('latin1', vbri, vbri + 4) === 'VBRI'
  return isVbri && bytes.length >= vbri + 18 ? bytes.readUInt32BE(vbri + 14) : undefined
}

const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
]
const AAC_SAMPLES = 1024

/** By the mean length of the frames at hand. */
function readAac(bytes: Buffer, size: number): number | undefined {
  let at = 0
  let count = 0
  const rate = AAC_RATES[((bytes[2] ?? 0) >> 2) & 15]
  while (at + 7 <= bytes.length && bytes[at] === 255 && ((bytes[at + 1] ?? 0) & 246) === 240) {
    const length = (bytes.readUInt32BE(at + 3) >> 13) & 8191
    if (length < 7) break
    at += length
    count += 1
  }
  return count < 2 || rate === undefined ? undefined : ((size / at) * count * AAC_SAMPLES) / rate
}
