import { Button } from '@primer/react'
import type { UpstreamModelJson } from '../../../../server/domain/endpoints/upstream-model'
import { useText } from '../../../app/language'
import { ChosenBar } from '../../../components/list/ChosenBar'
import { useFindingActs } from './use-finding-acts'

const USUAL = { new: 'add', gone: 'retire', renamed: 'map' } as const

/** Of one row. */
export function FindingButtons({ row }: { readonly row: UpstreamModelJson }) {
  const { text } = useText()
  const { isBusy, apply, ignore } = useFindingActs()
  const isIgnored = row.state === 'ignored'
  const named = (label: string): string => `${label}: ${row.model}`
  const usual = text(`upstream_models.${USUAL[row.kind]}`)
  return (
    <span className="upstream-acts">
      <Button
        size="small"
        disabled={isBusy}
        aria-label={named(usual)}
        onClick={() => void apply([row])}
      >
        {usual}
      </Button>
      {row.kind === 'renamed' && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={named(text('upstream_models.retire'))}
          onClick={() => void apply([row], 'retire')}
        >
          {text('upstream_models.retire')}
        </Button>
      )}
      <Button
        size="small"
        variant="invisible"
        disabled={isBusy}
        aria-label={named(text(isIgnored ? 'upstream_models.again' : 'upstream_models.ignore'))}
        onClick={() => void ignore([row], isIgnored)}
      >
        {text(isIgnored ? 'upstream_models.again' : 'upstream_models.ignore')}
      </Button>
    </span>
  )
}

interface ChosenFindingsProps {
  readonly rows: readonly UpstreamModelJson[]
  readonly onDone: () => void
}

/** Of those that are ticked. */
export function ChosenFindings({ rows, onDone }: ChosenFindingsProps) {
  const { text } = useText()
  const { isBusy, apply, ignore } = useFindingActs()
  if (rows.length === 0) return null
  const areIgnored = rows.every(({ state }) => state === 'ignored')
  const done = async (act: Promise<boolean>): Promise<void> => {
    if (await act) onDone()
  }
  return (
    <ChosenBar count={rows.length} onDone={onDone}>
      <Button size="small" loading={isBusy} onClick={() => void done(apply(rows))}>
        {text('upstream_models.apply')}
      </Button>
      <Button size="small" disabled={isBusy} onClick={() => void done(ignore(rows, areIgnored))}>
        {text(areIgnored ? 'upstream_models.again' : 'upstream_models.ignore')}
      </Button>
    </ChosenBar>
  )
}
