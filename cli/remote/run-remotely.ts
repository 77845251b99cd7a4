/** Runs a command on the gateway of a context: its server does, and this process shows it. */
import type { CommandRequest } from '../../server/domain/endpoints/command'
import { sendTo } from '../admin/http'
import { refusal, unreachable } from '../admin/refusal'
import type { Surroundings } from '../command/context'
import { CommandFailure } from '../exit'
import type { ChosenGateway } from '../runtime/chosen-gateway'
import { accessTokenOf } from '../runtime/context-tokens'
import { words } from '../words'
import type { FileToSave, Frame, Need } from './frame'
import { isNamed, isOwnFile, shownText } from './named-by-caller'

type Given = CommandRequest['given']
type Caller = Pick<Surroundings, 'streams' | 'machine' | 'readInput' | 'ask'>

export interface Order extends Omit<CommandRequest, 'given' | 'folder' | 'time_zone'> {
  readonly gateway: ChosenGateway
  readonly caller: Caller
  /** Asked to be drawn again and again, so that the terminal may be drawn on. */
  readonly draws: boolean
}

/**
 * What the command turns out to need is given to it in another run: it asks before it changes
 * anything. Returns its exit code; throws `CommandFailure` where it could not be run.
 */
export async function runRemotely(order: Order): Promise<number> {
  const printed = { out: 0, err: 0 }
  let given: Given = {}
  for (;;) {
    const end = await oneRun(order, given, printed)
    if ('exit' in end) return end.exit
    if (!isNamed(end.need, { argv: order.argv, given })) throw overreaching(order.gateway)
    given = { ...given, ...(await fulfilled(end.need, given, order.caller)) }
  }
}

type End = Extract<Frame, { exit: number } | { need: Need }>

/** Characters that a run before has printed, which this one would print again. */
interface Printed {
  out: number
  err: number
}

async function oneRun(order: Order, given: Given, printed: Printed): Promise<End> {
  const { gateway, caller } = order
  const seen = { out: 0, err: 0 }
  let need: Extract<Frame, { need: Need }> | undefined
  const shown = (stream: keyof Printed, text: string) =>
    caller.streams[`${stream}IsTerminal`] ? shownText(text, order.draws) : text
  for await (const frame of frames(await ask(order, given), gateway.name)) {
    if ('out' in frame) {
      const text = shown('out', freshText(frame.out, 'out', { seen, printed }))
      if (frame.page === true) caller.streams.page(text)
      else caller.streams.out(text)
      await caller.streams.drained()
    } else if ('err' in frame) {
      caller.streams.err(shown('err', freshText(frame.err, 'err', { seen, printed })))
    } else if ('save' in frame) await save(order, frame.save)
    else if ('need' in frame) need = frame
    else if ('exit' in frame) return need ?? frame
  }
  throw new CommandFailure('server.unreachable', words`${gateway.name} ended the command early`)
}

interface Progress {
  readonly seen: Printed
  readonly printed: Printed
}

/** What a run before has not printed. */
function freshText(text: string, stream: keyof Printed, { seen, printed }: Progress): string {
  const fresh = text.slice(Math.max(0, printed[stream] - seen[stream]))
  seen[stream] += text.length
  printed[stream] += fresh.length
  return fresh
}

async function save({ argv, caller, gateway }: Order, file: FileToSave): Promise<void> {
  const { path, text, replaces, isBinary } = file
  if (!isOwnFile(path, argv)) throw overreaching(gateway)
  if (replaces) await caller.machine.replace(path, text)
  else await caller.machine.save(path, isBinary ? Buffer.from(text, 'base64') : text)
}

/** No command of ours asks for it. */
function overreaching({ name }: ChosenGateway): CommandFailure {
  return new CommandFailure(
    'command.overreaching',
    words`${name} asked for something that the command does not name; nothing was given`,
  )
}

async function ask(order: Order, given: Given): Promise<Response> {
  const { gateway, argv, language, terminal } = order
  const request: CommandRequest = {
    argv,
    language,
    terminal,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    folder: process.cwd(),
    given,
  }
  const response = await sendTo(
    gateway.url,
    {
      method: 'POST',
      address: '/api/command/',
      headers: {
        authorization: `Bearer ${await accessTokenOf(gateway)}`,
        'new-api-user': String(gateway.user_id),
        'accept-language': language,
        'content-type': 'application/json',
      },
      body: JSON.stringify(request),
    },
    'unlimited',
  ).catch((cause: unknown) => {
    throw unreachable(gateway.url, cause)
  })
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/x-ndjson')) return response
  if (response.status === 404) {
    throw new CommandFailure(
      'api.refused',
      words`${gateway.name} is of an older version and runs no commands; "gw api" works there`,
    )
  }
  const body: unknown = await response.json().catch(() => ({}))
  throw refusal(language, response, body)
}

async function* frames(response: Response, name: string): AsyncGenerator<Frame> {
  const decoder = new TextDecoder()
  let unfinished = ''
  try {
    for await (const piece of response.body ?? []) {
      const lines = (unfinished + decoder.decode(piece, { stream: true })).split('\n')
      unfinished = lines.pop() ?? ''
      for (const line of lines) {
        const frame: Frame = JSON.parse(line)
        yield frame
      }
    }
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause
    throw unreachable(name, cause)
  }
}

async function fulfilled(need: Need, given: Given, caller: Caller): Promise<Given> {
  if ('stdin' in need) return { stdin: await caller.readInput() }
  if ('file' in need) {
    return { files: { ...given.files, [need.file]: await caller.machine.file(need.file) } }
  }
  const { variable, keyring } = caller.machine
  if ('variables' in need) {
    return { variables: { ...given.variables, ...(await valuesOf(need.variables, variable)) } }
  }
  if ('secrets' in need) {
    return { secrets: { ...given.secrets, ...(await valuesOf(need.secrets, keyring)) } }
  }
  const answer = (await caller.ask?.(need.question)) ?? ''
  return { answers: { ...given.answers, [need.question]: answer } }
}

async function valuesOf(
  names: readonly string[],
  lookUp: (name: string) => Promise<string | undefined>,
): Promise<Record<string, string | null>> {
  const values: Record<string, string | null> = {}
  for (const name of names) values[name] = (await lookUp(name)) ?? null
  return values
}
