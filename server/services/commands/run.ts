import { SCOPES, type Scopes } from '../../domain/accounts/scopes'
import type { CommandRequest } from '../../domain/endpoints/command'
import { GatewayError } from '../../domain/errors/gateway-error'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'

interface RunInput {
  readonly scopes: Scopes
  readonly request: CommandRequest
}

/**
 * Starts a command in a process of its own, which checks the scopes and writes its own audit
 * entries; returns what it says, line by line. Throws `command.unavailable` where no command can
 * be run, and `request.too_many`.
 */
export async function runCommand(
  { commands }: ServiceDeps,
  actor: Actor,
  { scopes, request }: RunInput,
): Promise<ReadableStream<Uint8Array>> {
  requireRoot(actor)
  if (commands === undefined) throw new GatewayError('command.unavailable')
  const { id, name, ip, requestId } = actor
  const caller = { id, name, ip, requestId, scopes: [...(scopes ?? SCOPES)] }
  return commands.start({ caller, request })
}
