import { DownloadIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { logResource } from '../../../server/domain/resources/logs'
import { call } from '../../api/client'
import { useAction } from '../../components/use-action'
import { useAllowedColumns } from '../../components/use-shown-columns'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { useToast } from '../../shell/Toasts'

/** More than that is a matter for `gw log list`. */
const MOST_PAGES = 10
const PAGE = 100

interface ExportButtonProps {
  readonly listId: 'log.list' | 'log.list_own'
  readonly filter: object
}

/** The newest rows that pass the filters, as a table for other programs; says when it is cut. */
export function ExportButton({ listId, filter }: ExportButtonProps) {
  const { text } = useText()
  const format = useFormat()
  const toast = useToast()
  const columns = useAllowedColumns(logResource)
  const { isBusy, run } = useAction()
  const exportRows = async (): Promise<void> => {
    await run(async () => {
      const rows: object[] = []
      let total = 0
      for (let p = 1; p <= MOST_PAGES; p += 1) {
        const { data } = await call(listId, { query: { ...filter, p, page_size: PAGE } })
        rows.push(...data.items)
        total = data.total
        if (data.items.length < PAGE) break
      }
      const { downloadCsv } = await import('../../components/csv')
      downloadCsv('log.csv', columns, rows)
      const counts = { count: format.number(rows.length), total: format.number(total) }
      if (rows.length < total) toast.warn(text('log.export_cut', counts))
      else toast.success(text('log.exported', counts))
    })
  }
  return (
    <Button leadingVisual={DownloadIcon} loading={isBusy} onClick={() => void exportRows()}>
      {text('ui.csv')}
    </Button>
  )
}
