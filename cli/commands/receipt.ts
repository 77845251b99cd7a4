import { ratioText } from '../../server/domain/logs/content'
import { CREDITS_PER_USD } from '../../server/domain/money/quota'
import type { Receipt } from '../../server/services/proof/receipt'
import { defineCommand } from '../command/command'
import { CommandFailure } from '../exit'
import type { View } from '../output/output'
import { words } from '../words'

const FIELDS = [
  'request_id',
  'at',
  'username',
  'token_name',
  'tags',
  'group',
  'model',
  'fallback_of',
  'is_stream',
  'took',
  'prompt_tokens',
  'completion_tokens',
  'error',
  'error_params',
  'error_status',
  'cut_by',
  'cut_policy',
  'mode',
  'steps',
  'exact',
  'rule',
  'charged',
  'uncollected',
  'plan_name',
  'plan_paid',
  'held',
  'group_ratio',
  'prompt_usd',
  'completion_usd',
  'call_usd',
  'tries',
  'most_tries',
  'most_credits',
  'lines',
  'agrees',
] as const satisfies readonly (keyof Receipt)[]

const VIEW: View<Receipt> = {
  columns: [
    { title: 'REQUEST', value: 'request_id' },
    { title: 'MODEL', value: 'model' },
    { title: 'CHARGED', value: 'charged', kind: 'credits' },
  ],
  details: [
    { title: 'TIME', value: 'at', kind: 'time_s' },
    { title: 'USER', value: 'username' },
    { title: 'TOKEN', value: 'token_name' },
    { title: 'GROUP', value: ({ group, group_ratio }) => `${group} × ${group_ratio}` },
    { title: 'INSTEAD OF', value: 'fallback_of' },
    { title: 'PROMPT', value: 'prompt_tokens', kind: 'number' },
    { title: 'COMPLETION', value: 'completion_tokens', kind: 'number' },
    { title: 'PRICE', value: priceText },
    { title: 'UNITS', value: unitsText },
    { title: 'EXACT', value: ({ exact, rule }) => `${exact} (${rule})` },
    { title: 'HELD', value: 'held', kind: 'credits' },
    { title: 'UNCOLLECTED', value: 'uncollected', kind: 'credits' },
    { title: 'PLAN', value: 'plan_name' },
    { title: 'BY PLAN', value: 'plan_paid', kind: 'credits' },
    { title: 'CUT', value: ({ cut_by, cut_policy }) => `${cut_by} ${cut_policy}`.trim() },
    { title: 'ERROR', value: 'error' },
    { title: 'TRIES', value: triesText },
    { title: 'LEDGER', value: linesText },
    { title: 'AGREES', value: 'agrees', kind: 'flag' },
  ],
  kinds: {
    tags: 'list',
    error_params: 'json',
    error_status: 'number',
    steps: 'json',
    is_stream: 'flag',
    most_tries: 'number',
    lines: 'json',
    tries: 'json',
    group_ratio: 'number',
    took: 'json',
    held: 'credits',
    uncollected: 'credits',
    most_credits: 'credits',
  },
  fields: FIELDS,
  quiet: ({ charged }) => String(charged),
}

function priceText({ mode, call_usd, prompt_usd, completion_usd, steps }: Receipt) {
  if (mode === 'per-call') return words`USD ${call_usd} per call`
  const charged = steps.filter(({ ratio }) => Number(ratio) > 0)
  if (prompt_usd === 0 && completion_usd === 0 && charged.length > 0) {
    return charged
      .map(
        ({ class: name, ratio, per }) =>
          `USD ${ratioText((Number(ratio) * per) / CREDITS_PER_USD)} / ${per} ${name}`,
      )
      .join('; ')
  }
  return words`USD ${prompt_usd} in and ${completion_usd} out per million tokens`
}

function unitsText({ steps }: Receipt): string {
  return steps
    .map((step) => `${step.class} ${step.tokens} × ${step.ratio} = ${step.credits}`)
    .join('; ')
}

function triesText({ tries, most_tries }: Receipt): string {
  const shown = tries.map(({ channel, error, status }) => `#${channel} ${error || status}`)
  return `${tries.length}/${most_tries}: ${shown.join(', ')}`
}

function linesText({ lines }: Receipt): string {
  return lines.map(({ kind, user_delta }) => `${kind} ${user_delta}`).join('; ')
}

export const receipt = defineCommand({
  path: ['receipt'],
  summary: 'what one call used and cost, was held and booked; exits 1 when these disagree',
  args: [{ name: 'request', summary: 'its request id, as answers and logs have it' }],
  flags: {
    link: { kind: 'switch', summary: 'print a signed address to send to a customer' },
    'revoke-link': { kind: 'switch', summary: 'end every such address of this receipt' },
    'revoke-links': { kind: 'switch', summary: "end every such address of the call's owner" },
  },
  examples: ['gw receipt 20261122180012345678901AbCdEfGh', 'gw receipt 2026112218… --link'],
  json: VIEW,
  run: async (context, { args, flags }) => {
    const { bills } = await context.services()
    const isOnlyThis = flags['revoke-link'] === true
    if (isOnlyThis || flags['revoke-links'] === true) {
      await bills.revokeLinks(context.actor, { requestId: args.request, isOnlyThis })
      return context.output.note(words`every shared address of these receipts has ended`)
    }
    if (flags.link === true) {
      const { path, until } = await bills.link(context.actor, args.request)
      return context.output.value(path, { path, until })
    }
    const shown = await bills.receipt(context.actor, args.request)
    context.output.one(shown, VIEW)
    if (!shown.agrees) {
      throw new CommandFailure('receipt.disagrees', words`bill and ledger disagree`)
    }
  },
})
