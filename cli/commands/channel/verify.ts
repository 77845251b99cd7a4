import { translate } from '../../../server/domain/i18n/translate'
import type { PlannedVerify, VerifyReport } from '../../../server/services/channels/upstream/verify'
import { defineCommand } from '../../command/command'
import type { CommandContext } from '../../command/context'
import { CommandFailure, UsageError } from '../../exit'
import { words } from '../../words'
import { DRY_RUN_FLAG } from '../careful-flags'
import { CHANNEL_ARGUMENT } from './flags'

export const channelVerify = defineCommand({
  path: ['channel', 'verify'],
  summary:
    'ask an upstream what shows a dishonest relay: model, streaming, usage, context, parameters, ' +
    'cache; costs money, shown and capped in advance; exits 1 on signs of dishonesty',
  args: [CHANNEL_ARGUMENT],
  flags: {
    model: { kind: 'text', summary: 'model to ask (default: its test model)' },
    'max-cost': {
      kind: 'text',
      value: 'USD',
      summary: 'ask nothing when it could cost more (default 0.25)',
    },
    'context-tokens': {
      kind: 'integer',
      summary: 'length of the long prompt, 2000 to 200000 (default 6000)',
    },
    ...DRY_RUN_FLAG,
  },
  examples: [
    'gw channel verify main --dry-run',
    'gw channel verify main --model gpt-4o --max-cost 0.50 --json',
  ],
  json: {
    id: 'number',
    model: 'text',
    verdict: 'text',
    asked: 'number',
    spent_usd: 'usd',
    max_usd: 'usd',
    findings: 'json',
  },
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const input = { id, model: flags.model, context_tokens: flags['context-tokens'] }
    const plan = await services.channels.planVerify(input)
    context.output.note(costText(plan))
    if (flags['dry-run'] === true) {
      const { model, maxUsd } = plan
      context.output.value(maxUsd.toFixed(4), { id, model, max_usd: maxUsd })
      return
    }
    const report = await services.channels.verify(context.actor, {
      ...input,
      max_usd: dollarsOf(flags['max-cost']),
    })
    show(context, report, plan)
    if (report.verdict === 'suspect') {
      throw new CommandFailure('channel.verify_failed', say(context, 'verify.verdict.suspect'))
    }
  },
})

function dollarsOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const dollars = Number(given)
  if (!/^[\d.]+$/.test(given) || !Number.isFinite(dollars)) {
    throw new UsageError(words`--max-cost takes dollars such as 0.25, not "${given}"`)
  }
  return dollars
}

function costText({
  model,
  questions,
  promptTokens,
  completionTokens,
  maxUsd,
  isPriced,
}: PlannedVerify) {
  const cost = translate('en', 'verify.cost', {
    cost: `$${maxUsd.toFixed(4)}`,
    prompt: promptTokens,
    completion: completionTokens,
  })
  const unpriced = isPriced ? '' : ` ${translate('en', 'verify.unpriced')}`
  return `${model}, ${questions} questions. ${cost}${unpriced}`
}

function say({ language }: CommandContext, key: Parameters<typeof translate>[1]): string {
  return translate(language, key)
}

function show(context: CommandContext, report: VerifyReport, plan: PlannedVerify): void {
  const { id, model, verdict, asked, spentUsd } = report
  const findings = report.findings.map(({ check, state, evidence, params }) => ({
    check,
    state,
    message: translate(context.language, `verify.${evidence}`, params),
    evidence: params,
  }))
  const lines = findings.map(({ check, state, message }) => {
    const name = say(context, `verify.check.${check}`)
    return `${name}: ${say(context, `verify.state.${state}`)}. ${message}`
  })
  const spent = translate(context.language, 'verify.spent', {
    asked,
    spent: `$${spentUsd.toFixed(4)}`,
  })
  const text = [...lines, spent, say(context, `verify.verdict.${verdict}`)].join('\n')
  context.output.value(text, {
    id,
    model,
    verdict,
    asked,
    spent_usd: spentUsd,
    max_usd: plan.maxUsd,
    findings,
  })
}
