import { createInterface } from 'node:readline/promises'
import type { Language } from '../../server/domain/i18n/translate'
import { defineCommand } from '../command'
import type { CommandContext } from '../context'
import { UsageError } from '../exit'
import { type ChatTurn, chat as chatOnce } from '../relay-client'

export const chat = defineCommand({
  path: ['chat'],
  summary: 'chat through the local relay, streamed; without a message, a conversation',
  args: [{ name: 'message', summary: 'what to say; "-" or a pipe: stdin', optional: true }],
  flags: {
    model: { kind: 'text', required: true, summary: 'model name as clients write it' },
    key: { kind: 'text', summary: 'token key; "-" reads stdin; default $GW_KEY' },
    url: { kind: 'text', summary: 'gateway address (default http://127.0.0.1:$PORT or 3000)' },
    system: { kind: 'text', summary: 'system prompt' },
  },
  examples: [
    'gw chat "say hello" --model gpt-4o-mini --key sk-…',
    'echo "summarise this" | GW_KEY=sk-… gw chat - --model gpt-4o-mini',
  ],
  json: ['text', 'prompt_tokens', 'completion_tokens', 'request_id'],
  async run(context, { args, flags }) {
    const key = await context.secret(flags.key, 'GW_KEY')
    if (key === undefined) throw new UsageError('give --key or set GW_KEY')
    const session: Session = {
      url: (flags.url ?? `http://127.0.0.1:${context.env.PORT || 3000}`).replace(/\/+$/, ''),
      key,
      model: flags.model,
      language: context.language,
      signal: context.interruption(),
    }
    const opening: readonly ChatTurn[] =
      flags.system === undefined ? [] : [{ role: 'system', content: flags.system }]
    if (args.message === undefined && process.stdin.isTTY) {
      await converse(context, session, opening)
    } else {
      const message = await messageOf(args.message, flags.key)
      await say(context, session, [...opening, user(message)])
    }
  },
})

/** What is piped in is the message when none is written. */
async function messageOf(given: string | undefined, key: string | undefined): Promise<string> {
  const isPiped = given === undefined || given === '-'
  if (isPiped && key === '-') throw new UsageError('stdin is the key already: write the message')
  const message = (isPiped ? await Bun.stdin.text() : given).trim()
  if (message === '') throw new UsageError('give a message, or pipe one in')
  return message
}

interface Session {
  readonly url: string
  readonly key: string
  readonly model: string
  readonly language: Language
  readonly signal: AbortSignal
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
    output.note(`${prompt} prompt + ${completion} completion tokens`)
  }
  return text
}

async function converse(
  context: CommandContext,
  session: Session,
  opening: readonly ChatTurn[],
): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  let messages = opening
  context.output.note('an empty line ends the conversation')
  try {
    for (;;) {
      const line = (await lines.question('> ', { signal: session.signal })).trim()
      if (line === '') return
      messages = [...messages, user(line)]
      const content = await say(context, session, messages)
      messages = [...messages, { role: 'assistant', content }]
    }
  } catch (error) {
    if (!session.signal.aborted) throw error
  } finally {
    lines.close()
  }
}
