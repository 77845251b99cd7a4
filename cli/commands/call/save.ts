/** Where the bytes of an answer go: into a file that is not there yet, or down a pipe. */
import { open } from 'node:fs/promises'
import { GatewayError } from '../../../server/domain/errors/gateway-error'
import type { FlagRows } from '../../command/command-row'
import { UsageError } from '../../exit'

export const SAVE_FLAGS = {
  'out-file': {
    kind: 'text',
    short: 'o',
    value: 'FILE',
    summary: 'file for the result, which must not be there yet; default stdout',
  },
} as const satisfies FlagRows

/** Before the request is sent: nobody wants bytes on a screen, or mixed with JSON. */
export function requirePlace(path: string | undefined, json: boolean): void {
  if (path !== undefined) return
  if (json) throw new UsageError('--json goes with -o FILE: the result itself is no JSON')
  if (process.stdout.isTTY) throw new UsageError('give -o FILE, or send stdout to a file or a pipe')
}

/** Throws `file.exists`: nothing is overwritten. Returns how many bytes were written. */
export async function saveBytes(
  path: string | undefined,
  body: AsyncIterable<Uint8Array>,
): Promise<number> {
  const file = path === undefined ? undefined : await newFile(path)
  let size = 0
  try {
    for await (const bytes of body) {
      size += bytes.length
      if (file === undefined) await toStdout(bytes)
      else await file.write(bytes)
    }
  } finally {
    await file?.close()
  }
  return size
}

function toStdout(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

async function newFile(path: string) {
  try {
    return await open(path, 'wx')
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    throw isThere ? new GatewayError('file.exists', { path }, { cause }) : cause
  }
}

/** One chunk, for a body that was read completely. */
export async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
