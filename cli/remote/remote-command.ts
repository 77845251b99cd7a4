/** A command that was started by a server for somebody elsewhere. */
import { resolve } from 'node:path'
import type { Environment } from '../../server/configuration-values'
import { ROLE } from '../../server/domain/accounts/roles'
import type { CommandRequest } from '../../server/domain/endpoints/command'
import type { CommandCaller } from '../../server/services/command-processes'
import type { Actor } from '../../server/services/service-deps'
import type { Surroundings } from '../command/context'
import type { Streams } from '../output/printer'
import { streams } from '../output/terminal'
import { type FileToSave, type Frame, lineOf, type Need } from './frame'

/** In the environment of such a process: for whom it runs, as JSON. */
export const CALLER_VARIABLE = 'GW_COMMAND_CALLER'

/** Thrown where a command cannot go on without something that only its caller has. */
export class NeededFromCaller extends Error {
  override readonly name = 'NeededFromCaller'
  readonly need: Need

  constructor(need: Need) {
    super('needed from the caller')
    this.need = need
  }
}

export interface RemoteCommand {
  readonly request: CommandRequest
  readonly scopes: readonly string[]
  readonly surroundings: Omit<Surroundings, 'env' | 'interruption'>
  readonly say: (frame: Frame) => void
}

/** `undefined` in a process that a person has started. */
export async function openRemoteCommand(env: Environment): Promise<RemoteCommand | undefined> {
  const text = env[CALLER_VARIABLE]
  if (text === undefined) return undefined
  const { scopes, ...caller }: CommandCaller = JSON.parse(text)
  delete process.env[CALLER_VARIABLE]
  const request: CommandRequest = await Bun.stdin.json()
  process.env.TZ = request.time_zone
  const say = (frame: Frame) => streams.out(lineOf(frame))
  const actor: Actor = { ...caller, kind: 'cli', role: ROLE.root }
  return { request, scopes, say, surroundings: surroundingsOf(request, { actor, say }) }
}

function surroundingsOf(
  { folder, terminal, given }: CommandRequest,
  { actor, say }: { readonly actor: Actor; readonly say: RemoteCommand['say'] },
): RemoteCommand['surroundings'] {
  const { files = {}, variables = {}, secrets = {}, answers = {} } = given
  const put = async (given: string, file: Omit<FileToSave, 'path'>) => {
    const path = resolve(folder, given)
    say({ save: { path, ...file } })
    return path
  }
  return {
    actor,
    streams: streamsOf(terminal, say),
    readInput: async () => given.stdin ?? needed({ stdin: true }),
    stdinEnd: async () => {},
    ask: terminal.asks ? async (question) => answers[question] ?? needed({ question }) : undefined,
    machine: {
      file: async (path) => files[path] ?? needed({ file: path }),
      save: async (path, content) => {
        if (typeof content === 'string') return await put(path, { text: content, replaces: false })
        const text = Buffer.from(content).toString('base64')
        return await put(path, { text, isBinary: true, replaces: false })
      },
      replace: async (path, text) => await put(path, { text, replaces: true }),
      variable: requestedTogether(variables, (names) => ({ variables: names })),
      keyring: requestedTogether(secrets, (names) => ({ secrets: names })),
    },
  }
}

/** Values that are requested together are fetched together, not in a run for each. */
function requestedTogether(
  given: Readonly<Record<string, string | null>>,
  need: (names: readonly string[]) => Need,
): (name: string) => Promise<string | undefined> {
  const missing = new Set<string>()
  return async (name) => {
    const value = given[name]
    if (value !== undefined) return value ?? undefined
    missing.add(name)
    await Promise.resolve()
    return needed(need([...missing]))
  }
}

function needed(need: Need): never {
  throw new NeededFromCaller(need)
}

function streamsOf(
  { out, err, columns, rows }: CommandRequest['terminal'],
  say: RemoteCommand['say'],
): Streams {
  return {
    out: (text) => say({ out: text }),
    page: (text) => say({ out: text, page: true }),
    size: () => (columns > 0 && rows > 0 ? { columns, rows } : undefined),
    err: (text) => say({ err: text }),
    outIsTerminal: out,
    errIsTerminal: err,
    drained: streams.drained,
  }
}
