/** Recordings whose first bytes, or last ones, tell how long they are. */

export interface Sample {
  readonly head: Buffer
  /** The last bytes; `undefined` while the file comes. */
  readonly tail: Buffer | undefined
  /** Bytes of the whole file, or what it may have at most. */
  readonly size: number
}

type ReadSeconds = (sample: Sample) => number | undefined

function nameAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4)
}

/** Programs that record into a pipe write no size, or the largest there is. */
export const readWave: ReadSeconds = ({ head, size }) => {
  if (nameAt(head, 8) !== 'WAVE') return undefined
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= head.length; ) {
    const length = head.readUInt32LE(at + 4)
    const name = nameAt(head, at)
    if (name === 'fmt ' && at + 24 <= head.length) bytesPerSecond = rateOfWave(head, at + 8)
    if (name === 'data') {
      const remaining = size - at - 8
      const sound = length === 0 || length > remaining ? remaining : length
      return bytesPerSecond === 0 ? undefined : sound / bytesPerSecond
    }
    at += 8 + length + (length % 2)
  }
  return undefined
}

/** Kinds of plain samples: whole numbers, fractions, and either with a longer head. */
const WHOLE = 1
const FRACTION = 3
const LONG_HEAD = 0xfffe

/** Plain samples last as long as their rate says, whatever else is written. */
function rateOfWave(head: Buffer, at: number): number {
  const kind = head.readUInt16LE(at)
  const isPlain = kind === WHOLE || kind === FRACTION || kind === LONG_HEAD
  if (!isPlain) return head.readUInt32LE(at + 8)
  return head.readUInt32LE(at + 4) * head.readUInt16LE(at + 12)
}

export const readFlac: ReadSeconds = ({ head }) => {
  if (head.length < 26) return undefined
  const rate = head.readUIntBE(18, 3) >> 4
  const samples = (head.readUInt8(21) & 15) * 2 ** 32 + head.readUInt32BE(22)
  return rate === 0 || samples === 0 ? undefined : samples / rate
}

/** Bytes a second of the sound before it was packed. */
export function rawRateOfFlac(head: Buffer): number {
  if (head.length < 26) return Number.POSITIVE_INFINITY
  const packed = head.readUInt32BE(18)
  const channels = ((packed >> 9) & 7) + 1
  const bits = ((packed >> 4) & 31) + 1
  return ((packed >>> 12) * channels * bits) / 8
}

/** Opus counts at this rate, whatever it was recorded with. */
const OPUS_RATE = 48_000
const NO_POSITION = 0xffff_ffff_ffff_ffffn

/** The last page says where it ends; what plays before the begin is cut off. */
export const readOgg: ReadSeconds = ({ head, tail }) => {
  if (tail === undefined) return undefined
  const opus = head.indexOf('OpusHead')
  const vorbis = head.indexOf('\x01vorbis', 0, 'latin1')
  const isRead = opus >= 0 ? head.length >= opus + 12 : head.length >= vorbis + 16
  if ((opus < 0 && vorbis < 0) || !isRead) return undefined
  const rate = opus >= 0 ? OPUS_RATE : head.readUInt32LE(vorbis + 12)
  const skipped = opus >= 0 ? head.readUInt16LE(opus + 10) : 0
  for (let at = tail.lastIndexOf('OggS'); at >= 0; at = tail.lastIndexOf('OggS', at - 1)) {
    const position = at + 14 <= tail.length ? tail.readBigUInt64LE(at + 6) : NO_POSITION
    if (position !== NO_POSITION) return (Number(position) - skipped) / rate
    if (at === 0) break
  }
  return undefined
}

const INFO = Buffer.from([0x15, 0x49, 0xa9, 0x66])
const TICK_NANOSECONDS = Buffer.from([0x2a, 0xd7, 0xb1])
const DURATION = Buffer.from([0x44, 0x89])
/** Sizes of the number behind it: four bytes or eight. */
const FLOAT = 0x84
const DOUBLE = 0x88
const USUAL_TICK = 1_000_000

/** What browsers record has no length. */
export const readWebm: ReadSeconds = ({ head }) => {
  const info = head.indexOf(INFO)
  const at = info < 0 ? -1 : head.indexOf(DURATION, info)
  if (at < 0 || at + 11 > head.length) return undefined
  const kind = head[at + 2]
  if (kind !== FLOAT && kind !== DOUBLE) return undefined
  const ticks = kind === FLOAT ? head.readFloatBE(at + 3) : head.readDoubleBE(at + 3)
  return (ticks * tickOf(head, info)) / 1e9
}

function tickOf(head: Buffer, info: number): number {
  const at = head.indexOf(TICK_NANOSECONDS, info)
  const length = at < 0 ? 0 : (head[at + 3] ?? 0) & 127
  const isRead = length > 0 && length <= 6 && at + 4 + length <= head.length
  return isRead ? head.readUIntBE(at + 4, length) : USUAL_TICK
}
