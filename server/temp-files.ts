/** Files for what does not fit in memory and is wanted for as long as one call. */
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { GatewayError } from './domain/errors/gateway-error'
import type { Random } from './random'
import type { OpenTempFile } from './relay/multipart/form-body'

/** Without a name from the start, so that nothing is left of them whatever happens. */
export function tempFilesIn(folder: string, random: Random): OpenTempFile {
  return async () => {
    const name = `spool-${random.next().toString(36).slice(2)}`
    const path = join(folder, name)
    const file = await open(path, 'wx+', 0o600)
    await rm(path)
    let size = 0
    let busy: Promise<unknown> = Promise.resolve()
    return {
      async append(bytes) {
        const at = size
        size += bytes.byteLength
        const written = file.write(bytes, 0, bytes.byteLength, at)
        busy = written
        await written
      },
      async read(at, most) {
        const room = Buffer.allocUnsafe(Math.min(most, size - at))
        const reading = file.read(room, 0, room.length, at)
        busy = reading
        const { bytesRead } = await reading
        if (bytesRead === 0) throw new GatewayError('internal')
        return room.subarray(0, bytesRead)
      },
      close() {
        const shut = () => void file.close().catch(() => undefined)
        busy.then(shut, shut)
      },
    }
  }
}
