import { DownloadIcon, SyncIcon } from '@primer/octicons-react'
import { Button, IconButton } from '@primer/react'
import { useText } from '../../app/language'
import { localTimeText } from '../../components/form/TimeField'
import { downloadCsv } from '../../components/table/csv'
import type { Unit } from './buckets'
import { METRICS, type Usage } from './usage'

interface DetailActionsProps {
  readonly usage: Usage | undefined
  readonly unit: Unit
  readonly onRefresh: () => void
}

export function DetailActions({ usage, unit, onRefresh }: DetailActionsProps) {
  const { text } = useText()
  const exportRows = (): void => {
    const times = usage?.buckets.map((bucket) => timeText(bucket, unit)) ?? []
    const rows = (usage?.models ?? []).flatMap(({ model, amounts }) =>
      amounts
        .map((amount, index) => ({ time: times[index], model_name: model, ...amount }))
        .filter(({ count }) => count > 0),
    )
    downloadCsv('usage.csv', ['time', 'model_name', ...METRICS], rows)
  }
  return (
    <>
      <IconButton icon={SyncIcon} aria-label={text('ui.refresh')} onClick={onRefresh} />
      <Button leadingVisual={DownloadIcon} disabled={usage === undefined} onClick={exportRows}>
        {text('ui.csv')}
      </Button>
    </>
  )
}

/** For other programs: local time of an hour, or a date. */
function timeText(bucket: number, unit: Unit): string {
  if (unit === 'hour') return localTimeText(bucket)
  return new Date(bucket * 1000).toISOString().slice(0, 10)
}
