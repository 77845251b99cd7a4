import {
  isPriceSourceKind,
  PRICE_SOURCE_KINDS,
} from '../../../server/domain/prices/sources/source-kinds'
import type { Services } from '../../../server/services/create-services'
import type { PreviewInput } from '../../../server/services/prices/sources/preview'
import { defineCommand } from '../../command/command'
import type { CommandContext } from '../../command/context'
import { words } from '../../words'
import { DRY_RUN_FLAG } from '../careful-flags'
import { AT_FLAG, beginOf } from './at-flag'
import { MOVE_VIEW, type MoveRow, moveRows } from './moves'

export const priceFetch = defineCommand({
  path: ['price', 'fetch'],
  summary: 'take over prices of a source; what fails a guard waits for review',
  args: [
    {
      name: 'source',
      summary: 'name of a source, models.dev, openrouter, litellm, an address or a file',
    },
  ],
  flags: {
    kind: {
      kind: 'text',
      value: 'KIND',
      choices: PRICE_SOURCE_KINDS,
      summary: 'form of the prices at an address or in a file',
    },
    group: { kind: 'text', summary: 'group at another gateway, whose ratio is part of the cost' },
    'allow-private': { kind: 'boolean', summary: 'the address may be in the own network' },
    all: { kind: 'switch', summary: 'also models that no channel offers' },
    'accept-review': { kind: 'switch', summary: 'also set prices that would wait for review' },
    ...AT_FLAG,
    ...DRY_RUN_FLAG,
  },
  examples: [
    'gw price fetch models.dev --dry-run',
    'gw price fetch https://other.example --group vip --dry-run',
    'gw price fetch litellm --all --at "2026-12-01 00:00"',
  ],
  json: MOVE_VIEW,
  run: async (context, { args, flags }) => {
    const at = beginOf(flags.at, context.clock)
    const services = await context.services()
    const input = { ...(await inputOf({ context, services, flags }, args.source)), all: flags.all }
    if (flags['dry-run'] === true) {
      const { source, proposals, unchanged, left_out } = await services.prices.preview(
        context.actor,
        input,
      )
      const rows = proposals.flatMap((proposal) => {
        const passes = proposal.reasons.length === 0 || flags['accept-review'] === true
        return moveRows(proposal, { source, state: passes ? 'passes' : 'review' })
      })
      show(context, rows, { unchanged, leftOut: left_out.length })
      context.output.note('dry run: nothing was changed')
      return
    }
    const taken = await services.prices.take(context.actor, {
      ...{ ...input, at },
      accepts_review: flags['accept-review'],
    })
    const { source, change } = taken
    const state = change?.state ?? 'applied'
    const rows = [
      ...taken.applied.flatMap((proposal) => moveRows(proposal, { source, state })),
      ...taken.waiting.flatMap((proposal) => moveRows(proposal, { source, state: 'review' })),
    ]
    show(context, rows, { unchanged: taken.unchanged, leftOut: taken.left_out.length })
    if (change !== null) {
      context.output.note(words`price change ${change.id}; "gw price rollback" undoes it`)
    }
  },
})

function show(
  { output }: CommandContext,
  rows: readonly MoveRow[],
  { unchanged, leftOut }: { readonly unchanged: number; readonly leftOut: number },
): void {
  output.list(rows, MOVE_VIEW)
  output.note(words`unchanged: ${unchanged}; left out: ${leftOut}`)
}

interface SourceFlags {
  readonly kind: string | undefined
  readonly group: string | undefined
  readonly 'allow-private': boolean | undefined
}

interface Asking {
  readonly context: CommandContext
  readonly services: Services
  readonly flags: SourceFlags
}

/** A name of the list first, then what is known by its kind, an address, or a file. */
async function inputOf({ context, services, flags }: Asking, given: string): Promise<PreviewInput> {
  const { kind: form, group, 'allow-private': allow_private } = flags
  const kind = form !== undefined && isPriceSourceKind(form) ? form : undefined
  const known = (await services.priceSources.list()).find(({ name }) => name === given)
  if (known !== undefined) return { source: known.id }
  if (given !== 'file' && given !== 'gateway' && isPriceSourceKind(given)) return { kind: given }
  if (/^https?:\/\//i.test(given)) {
    return { kind: kind ?? 'gateway', url: given, group, allow_private }
  }
  return { kind: kind ?? 'file', group, text: await context.file(given) }
}
