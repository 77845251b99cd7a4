import { CheckCircleIcon, CopyIcon, DownloadIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { ChosenBar } from '../../components/list/ChosenBar'
import { downloadCsv } from '../../components/table/csv'
import { useCopy } from '../../components/text/use-copy'
import { moneyOf } from './money-of'
import { canComplete, type Order, useCompletion } from './use-completion'

interface ChosenOrdersProps {
  readonly rows: readonly Order[]
  readonly columns: readonly string[]
  readonly onDone: () => void
}

/** What is done to the orders that are ticked; credited ones stay as they are. */
export function ChosenOrders({ rows, columns, onDone }: ChosenOrdersProps) {
  const { text } = useText()
  const format = useFormat()
  const copy = useCopy()
  const { isBusy, complete } = useCompletion()
  if (rows.length === 0) return null
  const open = rows.filter(canComplete)
  const finish = async (): Promise<void> => {
    if (await complete(open)) onDone()
  }
  return (
    <ChosenBar count={rows.length} onDone={onDone}>
      <span className="number muted">{moneyOf(rows, format)}</span>
      <Button
        size="small"
        leadingVisual={DownloadIcon}
        onClick={() => downloadCsv('orders.csv', columns, rows)}
      >
        {text('ui.csv')}
      </Button>
      <Button
        size="small"
        leadingVisual={CopyIcon}
        onClick={() => void copy(rows.map(({ trade_no }) => trade_no).join('\n'))}
      >
        {text('order.copy')}
      </Button>
      <Button
        size="small"
        leadingVisual={CheckCircleIcon}
        loading={isBusy}
        disabled={open.length === 0}
        onClick={() => void finish()}
      >
        {text('order.complete')}
      </Button>
    </ChosenBar>
  )
}
