/** Writes `.br` and `.gz` next to every text file, once at build time, at the highest level. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:js|css|html|svg|json|txt|md)$/
/** Below this a response header costs more than is saved. */
const LEAST_BYTES = 512

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export interface Compressed {
  readonly count: number
  readonly rawBytes: number
  /** With Brotli where there is a Brotli file. */
  readonly smallBytes: number
}

export async function compressFolder(folder: string): Promise<Compressed> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const texts = names.filter((name) => TEXT.test(name)).map((name) => join(folder, name))
  const sizes = await Promise.all(texts.map(compressFile))
  return {
    count: texts.length,
    rawBytes: sizes.reduce((sum, { raw }) => sum + raw, 0),
    smallBytes: sizes.reduce((sum, { small }) => sum + small, 0),
  }
}

async function compressFile(path: string): Promise<{ raw: number; small: number }> {
  const raw = readFileSync(path)
  if (raw.length < LEAST_BYTES) return { raw: raw.length, small: raw.length }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  }
  const [br, gz] = await Promise.all([brotli(raw, { params }), gzipped(raw, { level: 9 })])
  writeFileSync(`${path}.br`, br)
  writeFileSync(`${path}.gz`, gz)
  return { raw: raw.length, small: br.length }
}
