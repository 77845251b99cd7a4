/** A recording of nothing: the shortest that every transcriber takes. */

const SAMPLES_PER_SECOND = 16_000
const BYTES_PER_SAMPLE = 2
const HEAD_BYTES = 44

/** One second as a WAV file. */
export function silence(): Uint8Array<ArrayBuffer> {
  const sound = SAMPLES_PER_SECOND * BYTES_PER_SAMPLE
  const file = Buffer.alloc(HEAD_BYTES + sound)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(HEAD_BYTES - 8 + sound, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  // Plain samples, one channel.
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  file.writeUInt32LE(SAMPLES_PER_SECOND * BYTES_PER_SAMPLE, 28)
  file.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  file.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(sound, 40)
  return new Uint8Array(file)
}
