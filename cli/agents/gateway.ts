/** The gateway that an agent is to call, and who asks it for tokens and models. */
import { databaseFile } from '../../server/configuration'
import { ApiError } from '../../server/domain/api-calls/answer'
import { failureText } from '../../server/domain/api-calls/failure'
import { translate } from '../../server/domain/i18n/translate'
import { announcedUrl } from '../../server/services/database-place'
import { type AdminApi, openAdminApi } from '../admin/api'
import { unreachable } from '../admin/refusal'
import { openExisting } from '../admin/transport'
import type { CommandContext } from '../command/context'
import { CommandFailure, exitCodeOfAnswer } from '../exit'
import { placeOf } from '../gateway/database-place'
import { webAddress } from '../runtime/chosen-gateway'
import { words } from '../words'

/** `undefined` where no server runs. */
export async function runningUrl(context: CommandContext): Promise<string | undefined> {
  const chosen = context.gateway()
  if (chosen !== undefined) return chosen.url
  const file = databaseFile(placeOf(context).databaseUrl)
  return (await context.isServing()) ? announcedUrl(file) : undefined
}

const NEXT = words`start "gw serve", or name a gateway by --context or --url`

/** Without a slash at the end. Throws `server.unreachable` where nobody has said an address. */
export async function agentUrl(context: CommandContext, given?: string): Promise<string> {
  if (given !== undefined) return webAddress(given)
  const running = await runningUrl(context)
  if (running !== undefined) return running
  throw new CommandFailure(
    'server.unreachable',
    words`no server runs on ${context.dataDir}: ${NEXT}`,
  )
}

/** What the record of a setup calls the gateway: its folder here, its address elsewhere. */
export function gatewayName(context: CommandContext): string {
  return context.gateway()?.url ?? context.dataDir
}

/** Throws `CommandFailure` for what the gateway refuses. */
export async function withApi<T>(
  context: CommandContext,
  as: string | undefined,
  run: (api: AdminApi) => Promise<T>,
): Promise<T> {
  const transport = await openExisting(context, as)
  try {
    return await run(await openAdminApi(transport, context.language))
  } catch (error) {
    throw error instanceof ApiError ? refusal(context, transport.place, error) : error
  } finally {
    await transport.close()
  }
}

function refusal({ language }: CommandContext, place: string, error: ApiError): CommandFailure {
  const { status, code } = error
  if (status === 0) return unreachable(place, error)
  const text = failureText(error, (key, params) => translate(language, key, params))
  const exitCode = exitCodeOfAnswer(code, { ok: status < 400, status })
  return new CommandFailure(code || 'api.refused', text, { exitCode, cause: error })
}
