import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfiguration } from '../../server/configuration'
import { contentOf } from '../../server/domain/logs/content'
import { CREDITS_PER_USD } from '../../server/domain/money/quota'
import { createLogger } from '../../server/log'
import type { Server } from '../../server/serve'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { CommandFailure } from '../exit'
import { chat } from '../gateway/relay-client'
import { startDemoUpstream } from '../provider/demo-upstream'
import { words } from '../words'

const MODEL = 'gpt-4o-mini'
const QUOTA = 500_000

export const demo = defineCommand({
  path: ['demo'],
  localOnly: true,
  summary: 'relay one streamed chat through a throw-away gateway and show the bill',
  examples: ['gw demo'],
  json: {
    text: 'text',
    prompt_tokens: 'tokens',
    completion_tokens: 'tokens',
    charge: 'credits',
    before: 'credits',
    after: 'credits',
    ledger: 'text',
  },
  async run(context) {
    const dataDir = await mkdtemp(join(tmpdir(), 'gw-demo-'))
    const upstream = startDemoUpstream()
    const { startServer } = await import('../../server/serve')
    const server = await startServer({
      // Only the folder is taken from here: a demo must not touch what is configured.
      configuration: readConfiguration({}, { port: 0, data: dataDir }),
      log: createLogger({ write: () => {}, readable: true, level: 'error', clock: context.clock }),
    })
    try {
      await runDemo(context, server, upstream.url)
    } finally {
      await server.stop()
      await upstream.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
})

async function runDemo(context: CommandContext, server: Server, upstream: string): Promise<void> {
  const { output, actor, random } = context
  const { services } = server
  const user = await services.users.create(actor, {
    username: 'demo',
    password: random.text(20, 'abcdefghijkmnpqrstuvwxyz'),
    quota: QUOTA,
  })
  await services.channels.create(actor, {
    name: 'demo',
    type: 1,
    key: 'no-key-needed',
    base_url: upstream,
    models: MODEL,
  })
  const [token] = await services.tokens.create(actor, {
    user_id: user.id,
    name: 'demo',
    unlimited_quota: true,
  })
  if (token === undefined) throw new Error('no token was created')
  output.note(words`a gateway on ${server.url}, one channel, one token; asking ${MODEL} …`)
  output.note('')
  const answer = await chat(
    {
      url: server.url,
      key: token.key,
      model: MODEL,
      messages: [{ role: 'user', content: 'What does gw do?' }],
      language: context.language,
      signal: context.interruption(),
    },
    (piece) => {
      if (!output.mode.json) output.write(piece)
    },
  )
  await server.idle()
  await showReceipt(context, server, { userId: user.id, text: answer.text })
}

interface Chatted {
  readonly userId: number
  readonly text: string
}

async function showReceipt(
  context: CommandContext,
  { services }: Server,
  { userId, text }: Chatted,
): Promise<void> {
  const { output } = context
  const [log] = (await services.logs.list({ userId, type: 2 })).items
  const { quota: after } = await services.users.show(userId)
  const differences = await services.ledger.verify()
  if (log === undefined) throw new CommandFailure('demo', 'the call was not logged')
  const receipt = {
    text,
    prompt_tokens: log.prompt_tokens,
    completion_tokens: log.completion_tokens,
    charge: log.quota,
    before: QUOTA,
    after,
    ledger: differences.length === 0 ? 'clean' : 'differs',
  }
  const reader = await services.logs.reader({ language: context.language, seesUpstream: true })
  const dollars = (credits: number) => `$${(credits / CREDITS_PER_USD).toFixed(6)}`
  output.value(
    [
      '\n',
      words`tokens        ${log.prompt_tokens} prompt + ${log.completion_tokens} completion`,
      words`price         ${contentOf(log, reader)}`,
      words`charged       ${log.quota} credits (${dollars(log.quota)})`,
      words`quota before  ${QUOTA} (${dollars(QUOTA)})`,
      words`quota after   ${after} (${dollars(after)})`,
      words`ledger verify ${{ pattern: receipt.ledger, values: [] }}`,
    ]
      .map(context.translate)
      .join('\n'),
    receipt,
  )
  if (differences.length > 0) throw new CommandFailure('ledger', 'the ledger does not add up')
}
