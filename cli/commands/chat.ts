import { createInterface } from 'node:readline/promises'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { CALLER_FLAGS, type Caller, callerOf, inputText } from '../gateway/caller'
import { type ChatTurn, chat as chatOnce } from '../gateway/relay-client'
import { words } from '../words'

export const chat = defineCommand({
  path: ['chat'],
  clientSide: true,
  summary: 'chat through the local relay, streamed; without a message, a conversation',
  args: [{ name: 'message', summary: 'what to say; "-" or a pipe: stdin', optional: true }],
  flags: {
    ...CALLER_FLAGS,
    system: { kind: 'text', summary: 'system prompt' },
  },
  examples: [
    'gw chat "say hello" --model gpt-4o-mini --key sk-…',
    'echo "summarise this" | GW_TOKEN_KEY=sk-… gw chat - --model gpt-4o-mini',
  ],
  json: { text: 'text', prompt_tokens: 'tokens', completion_tokens: 'tokens', request_id: 'text' },
  async run(context, { args, flags }) {
    const session: Session = { ...(await callerOf(context, flags)), model: flags.model }
    const opening: readonly ChatTurn[] =
      flags.system === undefined ? [] : [{ role: 'system', content: flags.system }]
    if (args.message === undefined && process.stdin.isTTY) {
      await converse(context, session, opening)
    } else {
      const message = await inputText(args.message, flags.key)
      await say(context, session, [...opening, user(message)])
    }
  },
})

interface Session extends Caller {
  readonly model: string
  /** Told as well of what is printed. */
  readonly onPiece?: (piece: string) => void
}

function user(content: string): ChatTurn {
  return { role: 'user', content }
}

/** Prints one answer as it comes; with --json only once it is complete. */
async function say(
  context: CommandContext,
  session: Session,
  messages: readonly ChatTurn[],
): Promise<string> {
  const { output } = context
  const result = await chatOnce({ ...session, messages }, (piece) => {
    session.onPiece?.(piece)
    if (!output.mode.json) output.write(piece)
  })
  const { text, usage, requestId } = result
  if (output.mode.json) {
    output.value(text, {
      text,
      prompt_tokens: usage?.prompt_tokens ?? null,
      completion_tokens: usage?.completion_tokens ?? null,
      request_id: requestId,
    })
  } else {
    output.write('\n')
    const { prompt_tokens: prompt = '?', completion_tokens: completion = '?' } = usage ?? {}
    output.note(words`${prompt} prompt + ${completion} completion tokens`)
  }
  return text
}

/** Ctrl-C ends an answer under way; at the prompt, or when nothing comes any more, everything. */
async function converse(
  context: CommandContext,
  session: Session,
  opening: readonly ChatTurn[],
): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const ended = new AbortController()
  let answering: AbortController | undefined
  lines.on('SIGINT', () => (answering ?? ended).abort())
  lines.on('close', () => {
    answering?.abort()
    ended.abort()
  })
  const signal = AbortSignal.any([session.signal, ended.signal])
  let messages = opening
  context.output.note('an empty line ends the conversation, Ctrl-C stops an answer')
  try {
    for (;;) {
      const line = (await lines.question('> ', { signal })).trim()
      if (line === '') return
      answering = new AbortController()
      const conversation = [...messages, user(line)]
      messages = await answered(context, { ...session, signal: answering.signal }, conversation)
      answering = undefined
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    lines.close()
  }
}

/** With what has been said, complete or not: a stopped answer is part of the conversation too. */
async function answered(
  context: CommandContext,
  session: Session,
  messages: readonly ChatTurn[],
): Promise<readonly ChatTurn[]> {
  let said = ''
  try {
    const onPiece = (piece: string) => {
      said += piece
    }
    await say(context, { ...session, onPiece }, messages)
  } catch (error) {
    if (!session.signal.aborted) throw error
    context.output.write('\n')
    context.output.note('stopped')
  }
  return said === '' ? messages.slice(0, -1) : [...messages, { role: 'assistant', content: said }]
}
