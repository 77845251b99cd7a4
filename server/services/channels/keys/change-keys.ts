/** One change of a channel's keys, which its status follows. */
import { type ChannelRow, updateChannel } from '../../../../db/tables/channels'
import { isInUse, type StoredKey } from '../../../domain/channels/keys'
import { CHANNEL_STATUS } from '../../../domain/status'
import { recordAudit } from '../../audit/record'
import type { Actor, ServiceDeps } from '../../service-deps'
import { transact, type Work } from '../../work'
import { existingChannel } from '../show'
import { moveInside, moveTo } from '../status'
import { keyColumns, storedKeys } from './stored-keys'

const NO_KEY_LEFT = 'no key is in use'

interface KeyChange<Result> {
  readonly keys: readonly StoredKey[]
  readonly mode?: string
  readonly result: Result
  readonly action: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

type Decide<Result> = (
  work: Work,
  channel: ChannelRow,
  keys: readonly StoredKey[],
) => KeyChange<Result> | Promise<KeyChange<Result>>

interface ChannelPlace {
  readonly deps: ServiceDeps
  readonly actor: Actor
  readonly id: number
}

export async function changeKeys<Result>(
  { deps, actor, id }: ChannelPlace,
  decide: Decide<Result>,
): Promise<Result> {
  return await transact(deps, actor, async (work) => {
    const channel = await existingChannel(work.trx, id)
    const before = storedKeys(channel, work.sealer)
    const {
      keys,
      mode = channel.key_mode,
      result,
      action,
      before: logged,
      after,
    } = await decide(work, channel, before)
    const changed = await updateChannel(work.trx, id, keyColumns(keys, mode))
    const entry = { action, target: `channel:${id}`, after }
    await recordAudit(work, { ...entry, ...(logged && { before: logged }) })
    await followKeys(work, changed ?? channel, { before, after: keys })
    return result
  })
}

interface KeysAround {
  readonly before: readonly StoredKey[]
  readonly after: readonly StoredKey[]
}

/** A channel without a key that works is out of use, and comes back with the first that does. */
export async function followKeys(
  work: Work,
  channel: ChannelRow,
  { before, after }: KeysAround,
): Promise<void> {
  const { enabled, auto_disabled } = CHANNEL_STATUS
  const [hadSome, hasSome] = [before.some(isInUse), after.some(isInUse)]
  if (!hadSome && hasSome && channel.status === auto_disabled) {
    await moveInside(work, channel, moveTo(true))
  }
  if (hasSome || channel.status !== enabled) return
  const reason = NO_KEY_LEFT
  await moveInside(work, channel, { action: 'channel.disable', status: auto_disabled, reason })
}
