import { marginRuleOf } from '../../../../server/domain/prices/sources/margin-text'
import type { PriceSourceFields } from '../../../../server/domain/prices/sources/source-schema'
import type { FlagValues } from '../../../command/command'
import type { FlagRows } from '../../../command/command-row'
import { UsageError } from '../../../exit'
import { words } from '../../../words'
import { amountOf } from '../requested-price'

export const SOURCE_FLAGS = {
  url: { kind: 'text', summary: 'address, where the kind has none of its own or another is meant' },
  'allow-private': { kind: 'boolean', summary: 'whether it may be in the own network' },
  provider: {
    kind: 'texts',
    summary: 'only prices of this seller; may be repeated, the first counts first',
  },
  group: { kind: 'text', summary: 'group at another gateway, whose ratio is part of the cost' },
  factor: { kind: 'text', value: 'NUMBER', summary: 'what a dollar at the source costs you' },
  margin: {
    kind: 'texts',
    value: 'MODELS=PERCENT[/STEP[/ENDS]]',
    summary: 'margin on the cost, rounded up to STEP dollars plus ENDS; "-" removes all',
  },
  every: { kind: 'integer', value: 'HOURS', summary: 'hours between two fetches; 0 for by hand' },
  'price-new': { kind: 'boolean', summary: 'whether models without a price get one by themselves' },
} as const satisfies FlagRows

/** What is given, as the service takes it. */
export function sourceInput(
  flags: FlagValues<typeof SOURCE_FLAGS>,
): Partial<Omit<PriceSourceFields, 'name' | 'kind'>> {
  const factor = amountOf('factor', flags.factor)
  const { url, group, provider, margin, every } = flags
  const { 'allow-private': allow_private, 'price-new': prices_new } = flags
  return {
    ...(url !== undefined && { url }),
    ...(group !== undefined && { group }),
    ...(allow_private !== undefined && { allow_private }),
    ...(prices_new !== undefined && { prices_new }),
    ...(factor !== undefined && { factor }),
    ...(every !== undefined && { every_hours: every }),
    ...(provider !== undefined && { providers: provider.filter((name) => name !== '-') }),
    ...(margin !== undefined && { margins: margin.filter((text) => text !== '-').map(ruleOf) }),
  }
}

function ruleOf(text: string): PriceSourceFields['margins'][number] {
  const rule = marginRuleOf(text)
  if (rule !== undefined) return rule
  throw new UsageError(words`--margin must be MODELS=PERCENT[/STEP[/ENDS]], not ${text}`)
}
