/** What the access token of a caller elsewhere must be allowed for a command. */

import { type Resource, SCOPES } from '../../server/domain/accounts/scopes'
import { resourceOf } from '../../server/domain/api-calls/scope'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { type Command, type CommandInput, isClientSide } from '../command/command'
import { UsageError } from '../exit'
import { words } from '../words'

/** All that configuration files may contain. */
const CONFIGURED = ['channel', 'limit', 'option', 'price', 'user'] as const

/** Nouns of commands that no call of the management API has. */
const OWN_NOUNS: Readonly<Record<string, Resource | readonly Resource[]>> = {
  apply: CONFIGURED,
  diff: CONFIGURED,
  pull: CONFIGURED,
  doctor: 'node',
  ledger: 'billing',
  order: 'billing',
  reconcile: 'price',
  reprice: 'price',
  tag: 'channel',
  update: 'node',
}

interface Rights {
  readonly reads: boolean
  readonly scopes: readonly string[]
}

/** Throws `permission.scope_needed`, or `UsageError` for what only works on the machine itself. */
export function requireAllowed(command: Command, input: CommandInput, rights: Rights): void {
  if (command.localOnly === true || isClientSide(command, input)) {
    throw new UsageError('this command works on the machine of the gateway only')
  }
  const { flags } = input
  const bound = Object.keys(flags).find(
    (name) => Boolean(flags[name]) && command.flags[name]?.localOnly === true,
  )
  if (bound !== undefined) {
    throw new UsageError(words`--${bound} works on the machine of the gateway only`)
  }
  const [noun = ''] = command.path
  requireScope(command.hidden === true ? (input.args.noun ?? noun) : noun, rights)
}

/** A command that concerns more than one resource, such as an import, needs all there is. */
function requireScope(noun: string, { reads, scopes }: Rights): void {
  const own = OWN_NOUNS[noun] ?? resourceOf(noun.replaceAll('-', '_'))
  const verb = reads ? 'read' : 'write'
  const needed = own === undefined ? SCOPES : [own].flat().map((each) => `${each}:${verb}`)
  const missing = needed.find((scope) => !scopes.includes(scope))
  if (missing !== undefined) throw new GatewayError('permission.scope_needed', { scope: missing })
}
