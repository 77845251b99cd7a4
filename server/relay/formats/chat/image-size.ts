/** Width and height in pixels, read from the head of an image without decoding it. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** Camera metadata may put a JPEG's size this far into the file. */
const HEAD_BYTES = 256 * 1024

/** PNG, JPEG, GIF and WebP; `undefined` for anything else or a damaged head. */
export function imageSizeOf(base64: string): ImageSize | undefined {
  const start = Buffer.from(base64.slice(0, 48), 'base64')
  const isJpeg = start[0] === 0xff && start[1] === 0xd8
  const size = isJpeg
    ? jpegSize(Buffer.from(base64.slice(0, (HEAD_BYTES / 3) * 4), 'base64'))
    : fixedSize(start)
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined
}

/** Formats that state the size at a fixed place within the first 30 bytes. */
function fixedSize(head: Buffer): ImageSize | undefined {
  if (head.length >= 24 && head.toString('latin1', 1, 4) === 'PNG') {
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  }
  if (head.length >= 10 && head.toString('latin1', 0, 4) === 'GIF8') {
    return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  }
  if (head.length >= 30 && head.toString('latin1', 8, 12) === 'WEBP') {
    return webpSize(head)
  }
  return undefined
}

function webpSize(head: Buffer): ImageSize | undefined {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = head.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

/** Walks the segments up to the start-of-frame marker. */
function jpegSize(head: Buffer): ImageSize | undefined {
  let at = 2
  while (at + 9 < head.length && head[at] === 0xff) {
    const marker = head[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
    } else if (isStartOfFrame(marker)) {
      return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) }
    } else {
      at += 2 + head.readUInt16BE(at + 2)
    }
  }
  return undefined
}

/** C4, C8 and CC in that range are tables, not frames. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
