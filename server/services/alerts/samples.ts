/** What rules find at the moment, whichever way their measures are read. */
import type { AlertRuleRow } from '../../../db/tables/alert-rules'
import { isCounted, isMatter, isState } from '../../domain/alerts/measures'
import type { AlertSample } from '../../domain/alerts/state'
import type { MatterKind } from '../../domain/attention'
import { matterThresholds } from '../overview/attention'
import type { AttentionItem } from '../overview/attention-item'
import { type Matters, siteMatters } from '../overview/matters'
import type { ServiceDeps } from '../service-deps'
import { countedSamples } from './counted-samples'
import { stateSamples } from './state-samples'

export type ReadSamples = (
  rule: Pick<AlertRuleRow, 'measure' | 'scope' | 'subject' | 'comparison' | 'threshold'> &
    Pick<AlertRuleRow, 'window_s' | 'for_s' | 'min_calls'>,
  now: number,
) => Promise<readonly AlertSample[]>

/** For one turn: what several rules need is read once. */
export function samplesReader(
  deps: ServiceDeps,
  rules: Parameters<typeof matterThresholds>[0],
): ReadSamples {
  let matters: Promise<Matters> | undefined
  return async (rule, now) => {
    const { measure } = rule
    if (isCounted(measure)) return await countedSamples(deps, { ...rule, measure }, now)
    if (isState(measure)) return await stateSamples(deps, { ...rule, measure }, now)
    if (!isMatter(measure)) return []
    // What an upstream said is in no notice, so that the language is nobody's.
    matters ??= siteMatters(deps, 'en', matterThresholds(rules))
    return (await matters)[measure].map(sampleOf)
  }
}

/** What a matter is measured by. */
const VALUES: Readonly<Record<MatterKind, (item: AttentionItem) => number>> = {
  channel_down: ({ failed }) => failed,
  channel_off: () => 1,
  channel_failing: ({ failed, calls }) => (failed / Math.max(1, calls)) * 100,
  token_spends: ({ quota, usual }) => quota / Math.max(1, usual),
  channel_disabled: ({ models }) => models,
  model_unserved: ({ failed }) => failed,
  model_unpriced: () => 1,
  channel_balance: ({ balance_usd }) => balance_usd,
  upstream_models: ({ models }) => models,
  channel_recovered: () => 1,
}

function sampleOf(item: AttentionItem): AlertSample {
  const { kind, id, name } = item
  const value = kind === 'alert_firing' ? 0 : VALUES[kind](item)
  return { subject: String(id || name), value, isBreach: true, isClear: false }
}
