import { DownloadIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { useAction } from '../page/use-action'

/** More than that is a matter for the command line. */
const MOST_PAGES = 10
const PAGE = 100

interface ExportButtonProps {
  /** Of the file, without its ending. */
  readonly name: string
  readonly columns: readonly string[]
  /** A page of what passes the filters, the newest first; pages count from 1. */
  readonly read: (window: { readonly p: number; readonly page_size: number }) => Promise<{
    readonly items: readonly object[]
    readonly total: number
  }>
}

/** The newest rows that pass the filters, as a table for other programs; says when it is cut. */
export function ExportButton({ name, columns, read }: ExportButtonProps) {
  const { text } = useText()
  const format = useFormat()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const exportRows = async (): Promise<void> => {
    await run(async () => {
      const rows: object[] = []
      let total = 0
      for (let p = 1; p <= MOST_PAGES; p += 1) {
        const page = await read({ p, page_size: PAGE })
        rows.push(...page.items)
        total = page.total
        if (page.items.length < PAGE) break
      }
      const { downloadCsv } = await import('../table/csv')
      downloadCsv(`${name}.csv`, columns, rows)
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
