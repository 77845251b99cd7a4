/** Lengths that sources of prices tell of models, kept for the comparison and lists of models. */
import { putModelLimits, toldModelLimits } from '../../../../db/tables/model-limits'
import type { ModelLimits } from '../../../domain/models/model-limits'
import type { Work } from '../../work'

/** What a source says nothing of stays as it was told; what stays the same is not written. */
export async function keepModelLimits(
  { trx, clock }: Work,
  source: string,
  told: ReadonlyMap<string, ModelLimits>,
): Promise<void> {
  const known = await toldModelLimits(trx)
  const rows = [...told].flatMap(([model, limits]) => {
    const before = known.get(model)
    const { context = 0, output = 0 } = { ...before, ...limits }
    if (context === (before?.context ?? 0) && output === (before?.output ?? 0)) return []
    const at = { source, told_at: clock.nowMs() }
    return [{ model, context_tokens: context, output_tokens: output, ...at }]
  })
  await putModelLimits(trx, rows)
}
