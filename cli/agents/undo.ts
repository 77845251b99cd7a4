/** Undoes a setup: every file as it was, and the token deleted. */
import { openAdminApi } from '../admin/api'
import { remoteTransport } from '../admin/transport'
import type { CommandContext } from '../command/context'
import { CommandFailure, EXIT } from '../exit'
import { storedFor } from '../runtime/chosen-gateway'
import { words } from '../words'
import type { Agent } from './agent'
import { gatewayName, withApi } from './gateway'
import {
  changedSince,
  readRecord,
  removeRecord,
  restore,
  type SetupRecord,
  writeRecord,
} from './record'

export async function undoSetup(
  context: CommandContext,
  agent: Agent,
  isForced: boolean,
): Promise<void> {
  const { env, output } = context
  const record = readRecord(env, agent.id)
  if (record === undefined) {
    const said = words`"gw setup" has set up no ${agent.name} here`
    throw new CommandFailure('setup.none', said, { exitCode: EXIT.notFound })
  }
  const changed = isForced ? [] : changedSince(record)
  if (changed.length > 0) {
    const paths = changed.join(', ')
    const said = words`${paths} was changed since; --force puts back what was there before`
    throw new CommandFailure('setup.changed', said)
  }
  restore(record)
  for (const { path, before } of record.files) {
    output.note(before === null ? words`removed ${path}` : words`restored ${path}`)
  }
  // Whoever revokes the token later finds it here.
  writeRecord(env, { ...record, files: [] })
  await revoke(context, record)
  removeRecord(env, agent.id)
}

async function revoke(context: CommandContext, { token, gateway }: SetupRecord): Promise<void> {
  if (token === null) return
  try {
    await removeToken(context, { gateway, id: token.id, as: token.as })
    context.output.note(words`revoked the token ${token.name}`)
  } catch (error) {
    if (error instanceof CommandFailure && error.exitCode === EXIT.notFound) return
    throw error
  }
}

const NAME_IT = words`name its gateway by --context or --data`

interface Removed {
  readonly gateway: string
  readonly id: number
  readonly as: string | undefined
}

/** On the gateway that it was made on, which need not be the one that is meant now. */
async function removeToken(context: CommandContext, { gateway, id, as }: Removed): Promise<void> {
  if (gatewayName(context) === gateway) {
    return await withApi(context, as, async (api) => {
      await api.call('token.remove', { params: { id } })
    })
  }
  const stored = storedFor(context.env, gateway)
  if (stored === undefined) {
    const said = words`the token ${id} of ${gateway} is still there: ${NAME_IT}`
    throw new CommandFailure('setup.token_left', said)
  }
  const api = await openAdminApi(await remoteTransport(stored), context.language)
  await api.call('token.remove', { params: { id } })
}
