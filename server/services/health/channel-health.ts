/** Hears of every attempt of the relay and takes channels out that cannot work any more. */
import type { OptionValues } from '../../domain/options'
import { CHANNEL_STATUS } from '../../domain/status'
import type { Logger } from '../../log'
import type { AttemptEnd, CallListener, Directory, RelayChannel } from '../../relay/ports/ports'
import type { Background } from '../background'
import { autoDisableKey } from '../channels/keys/auto-disable-key'
import { autoDisableChannel } from '../channels/status'
import { reasonToDisable } from '../channels/upstream/reason-to-disable'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { isCallersFault } from './callers-fault'

export interface HealthParts {
  readonly deps: ServiceDeps
  readonly directory: Pick<Directory, 'channel'>
  readonly options: () => OptionValues
  readonly background: Background
  readonly log: Logger
}

export function createChannelHealth(parts: HealthParts): CallListener {
  const { deps, directory, options, background, log } = parts
  /** Many calls fail at once when a key dies; one decision is enough. */
  const leaving = new Set<string>()

  async function disable({ id, keyId }: RelayChannel, reason: string): Promise<void> {
    if (keyId === undefined) await autoDisableChannel(deps, { id, reason })
    else await autoDisableKey(deps, SYSTEM_ACTOR, { id, key: keyId, reason })
  }

  function onAttemptEnd({ channel: tried, error }: AttemptEnd): void {
    if (error === undefined) return
    const { id: channelId } = tried
    const facts = { channel_id: channelId, code: error.id, error }
    if (isCallersFault(error)) log.debug('channel refused a call', facts)
    else log.warn('channel failed', facts)
    const channel = directory.channel(channelId)
    const name = `${channelId}:${tried.keyId ?? ''}`
    if (channel === undefined || !channel.autoBan) return
    if (channel.status !== CHANNEL_STATUS.enabled || leaving.has(name)) return
    const { type, disableKeywords: keywords = [] } = channel
    const reason = reasonToDisable(error, { deadKey: type.deadKey, keywords }, options())
    if (reason === undefined) return
    leaving.add(name)
    const disabled = disable(tried, reason).finally(() => leaving.delete(name))
    background.run('disabling a channel', disabled)
  }

  return { attempted: (_, attempt) => onAttemptEnd(attempt), submitted: onAttemptEnd }
}
