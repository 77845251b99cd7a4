/** Small files of real formats for stand-ins that make pictures and songs. */
import { deflateSync } from 'node:zlib'

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Two colours that run into each other; another seed is another pair. */
export function picture(side: number, seed: number): Buffer {
  const row = 1 + side * 3
  const pixels = Buffer.alloc(row * side)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const at = y * row + 1 + x * 3
      pixels[at] = (seed * 67 + (x * 160) / side) & 255
      pixels[at + 1] = (seed * 131 + (y * 120) / side) & 255
      pixels[at + 2] = (seed * 29 + ((x + y) * 90) / side) & 255
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    PNG_HEAD,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(Bun.hash.crc32(named))
  return Buffer.concat([length, named, check])
}

const RATE = 8000

/** Silence as a recorder writes it: one channel, eight bits. */
export function sound(seconds: number): Buffer {
  const samples = Buffer.alloc(Math.round(RATE * seconds), 128)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
