/**
 * The letters of printed pages: one font for Chinese and western Europe, and small ones for what
 * it lacks. They come with the program, because a server need not have any.
 */
import { inflateSync } from 'node:zlib'
import cyrillic from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff' with {
  type: 'file',
}
import greek from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff' with {
  type: 'file',
}
import latinExt from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff' with {
  type: 'file',
}
import vietnamese from '@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff' with {
  type: 'file',
}
// biome-ignore format: on one line it is too long.
import chinese from
  '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff' with {
  type: 'file',
}

export interface FontRow {
  readonly name: string
  readonly file: string
  /** Characters that are taken from it. */
  readonly has: RegExp
}

/** The first that has a character draws it; the last draws what none has. */
export const FONTS: readonly FontRow[] = [
  { name: 'cyrillic', file: cyrillic, has: /[\u0301\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/ },
  { name: 'greek', file: greek, has: /[\u0370-\u03ff]/ },
  {
    name: 'vietnamese',
    file: vietnamese,
    has: /[\u0102-\u0103\u0128-\u0129\u0168-\u0169\u01a0-\u01a1\u01af-\u01b0\u1ea0-\u1ef9\u20ab]/,
  },
  { name: 'latin-ext', file: latinExt, has: /[\u0100-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff]/ },
  { name: 'chinese', file: chinese, has: /^/ },
]

const HEADER = 44
const ENTRY = 20
const PLAIN_HEADER = 12
const PLAIN_ENTRY = 16

/**
 * The font in a WOFF file, unpacked once: the library unpacks a table again for every letter.
 * The format is that of https://www.w3.org/TR/WOFF/.
 */
export async function unpackedFont(file: string): Promise<Buffer> {
  const packed = Buffer.from(await Bun.file(file).arrayBuffer())
  const count = packed.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) =>
    tableAt(packed, HEADER + index * ENTRY),
  )
  const head = Buffer.alloc(PLAIN_HEADER + count * PLAIN_ENTRY)
  packed.copy(head, 0, 4, 8)
  const power = Math.floor(Math.log2(count))
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * PLAIN_ENTRY, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE((count - 2 ** power) * PLAIN_ENTRY, 10)
  let offset = head.length
  const parts = tables.map(({ tag, checksum, bytes }, index) => {
    const at = PLAIN_HEADER + index * PLAIN_ENTRY
    tag.copy(head, at)
    head.writeUInt32BE(checksum, at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(bytes.length, at + 12)
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
    bytes.copy(padded)
    offset += padded.length
    return padded
  })
  return Buffer.concat([head, ...parts])
}

function tableAt(packed: Buffer, at: number) {
  const offset = packed.readUInt32BE(at + 4)
  const size = packed.readUInt32BE(at + 8)
  const stored = packed.subarray(offset, offset + size)
  const isPacked = size < packed.readUInt32BE(at + 12)
  return {
    tag: packed.subarray(at, at + 4),
    checksum: packed.readUInt32BE(at + 16),
    bytes: isPacked ? inflateSync(stored) : stored,
  }
}
