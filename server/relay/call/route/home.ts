/** Where a request has to go because of what it names: to the channel that has it. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../../domain/status'
import type { OwnedRef } from '../../formats/protocols/refs'
import type { Directory, Owned, OwnedRow, RelayChannel } from '../../ports/ports'
import { channelThatMade } from './keys'

interface HomePorts {
  readonly directory: Directory
  readonly owned: Pick<Owned, 'find'>
}

export interface Home {
  readonly channel: RelayChannel
  /** Another channel will do: the request only repeats what was said there. */
  readonly isLoose: boolean
}

/**
 * `undefined` when the request names nothing that is stored. Throws `owned.not_found` or
 * `owned.answer_not_found` for what is not the user's, `owned.apart` and `owned.channel_gone`.
 */
export async function homeOf(
  { directory, owned }: HomePorts,
  userId: number,
  refs: readonly OwnedRef[],
): Promise<Home | undefined> {
  if (refs.length === 0) return undefined
  const ids = refs.map(({ id }) => id)
  const rows = new Map((await owned.find(userId, ids)).map((row) => [row.id, row]))
  const home = namedHome(refs, rows)
  if (home === undefined) return undefined
  const isLoose = home.ref.isLoose === true
  const channel = enabledChannel(directory, home.row)
  if (channel !== undefined) return { channel, isLoose }
  if (isLoose) return undefined
  throw channelGone(home.row)
}

interface NamedHome {
  readonly ref: OwnedRef
  readonly row: OwnedRow
}

/** The first that has to be there, else the first that could be. */
function namedHome(
  refs: readonly OwnedRef[],
  rows: ReadonlyMap<string, OwnedRow>,
): NamedHome | undefined {
  let home: NamedHome | undefined
  for (const ref of refs) {
    const row = rows.get(ref.id)
    if (row?.kind !== ref.kind) {
      if (ref.isLoose) continue
      throw notFound(ref)
    }
    if (home === undefined || (home.ref.isLoose && !ref.isLoose)) home = { ref, row }
    else if (!ref.isLoose && row.channelId !== home.row.channelId) {
      throw new GatewayError('owned.apart', { id: home.row.id, other: row.id, field: ref.field })
    }
  }
  return home
}

export function notFound({ id, kind, field }: OwnedRef): GatewayError {
  const isAnswer = kind === 'response' && field === 'previous_response_id'
  return new GatewayError(isAnswer ? 'owned.answer_not_found' : 'owned.not_found', { id, field })
}

export function channelGone({ id, channelId }: Pick<OwnedRow, 'id' | 'channelId'>): GatewayError {
  return new GatewayError('owned.channel_gone', { id, channel: channelId })
}

function enabledChannel(directory: Directory, row: OwnedRow): RelayChannel | undefined {
  const channel = channelThatMade(directory, row)
  return channel?.status === CHANNEL_STATUS.enabled ? channel : undefined
}

/** Whether the group is served by the channel for the model. */
export function servesModel(
  directory: Directory,
  channel: RelayChannel,
  { group, model }: { readonly group: string; readonly model: string },
): boolean {
  const tiers = directory.abilities(group, model)
  return tiers.some(({ channels }) => channels.some(({ id }) => id === channel.id))
}
