import { connectValkey } from './connection'
import { markGeneration, renewMark } from './event-counts'
import { ValkeyError } from './valkey-error'

const TRIAL_MS = 5000

/** Why a server cannot count; `undefined` if it can, as a trial beside the real counts shows. */
export async function valkeyFailure(address: string): Promise<ValkeyError | undefined> {
  try {
    const connection = await connectValkey(address)
    try {
      const trial = { generation: `trial-${crypto.randomUUID()}`, forMs: TRIAL_MS }
      await markGeneration(connection, trial)
      await renewMark(connection, trial)
      return undefined
    } finally {
      connection.close()
    }
  } catch (error) {
    if (error instanceof ValkeyError) return error
    throw error
  }
}
