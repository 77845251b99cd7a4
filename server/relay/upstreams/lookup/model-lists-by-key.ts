/** The lists of a channel's keys: accounts of one vendor need not have the same models. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { RelayChannel } from '../../ports/ports'
import { type ListParts, listUpstreamModels } from './model-list'

/** Of a channel with more keys the first are queried. */
const MOST_KEYS = 50
const KEYS_AT_ONCE = 4

interface Lists {
  readonly lists: readonly (readonly string[])[]
  /** Whether every key in use was queried and answered. */
  readonly isWhole: boolean
}

/** Throws what the first key failed with when none has answered. */
export async function listModelsByKey(parts: ListParts, channel: RelayChannel): Promise<Lists> {
  const all = channel.keys?.list.map((key) => key.channel) ?? [channel]
  const chosen = all.slice(0, MOST_KEYS)
  const lists: (readonly string[])[] = []
  let failure: GatewayError | undefined
  for (let at = 0; at < chosen.length; at += KEYS_AT_ONCE) {
    const some = chosen.slice(at, at + KEYS_AT_ONCE)
    const answers = await Promise.all(some.map((one) => answerOf(parts, one)))
    for (const answer of answers) {
      if (!(answer instanceof GatewayError)) lists.push(answer)
      else failure ??= answer
    }
  }
  if (lists.length === 0 && failure !== undefined) throw failure
  return { lists, isWhole: failure === undefined && chosen.length === all.length }
}

async function answerOf(
  parts: ListParts,
  channel: RelayChannel,
): Promise<readonly string[] | GatewayError> {
  try {
    return await listUpstreamModels(parts, channel)
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}
